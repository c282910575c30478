__global__ void rows(const float *in, float *out, const int n)
{
	__shared__ float s[64];
	const unsigned tid = threadIdx.x;
	for (unsigned int base = blockIdx.x * 64; base < n; base += gridDim.x * blockDim.x)
	{
		const unsigned int i = base + tid;
		const bool active = i < n;
		float v;
		if (active)
		{
			// one tile
			v = in[i];
			s[tid] = v;
		}
		__syncthreads();
		if (active)
		{
			out[i] = s[63 - tid] - v;
		}
		__syncthreads();
	}
}
