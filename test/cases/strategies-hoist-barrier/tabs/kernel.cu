__global__ void mirror(const float *in, float *out, int n)
{
	__shared__ float s[64];
	int t = threadIdx.x;

	if (t < n)
	{
		const float v = in[t]; // kept
		int from = 63 - t;

		s[t] = v;
		__syncthreads(); // divergence
		out[t] = s[from] - v; /* the other end */
	}
	else
	{
		out[t] = 0.0f;
	}
}
