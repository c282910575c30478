__global__ void rows(const float *in, float *out, const int n)
{
	__shared__ float s[64];
	const unsigned tid = threadIdx.x;
	for (unsigned int i = blockIdx.x * 64 + tid; i < n; i += gridDim.x * blockDim.x)
	{
		// one tile
		const float v = in[i];
		s[tid] = v;
		__syncthreads(); // divergence
		out[i] = s[63 - tid] - v;
		__syncthreads();
	}
}
