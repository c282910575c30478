__global__ void mirror(const float *in, float *out, int n)
{
	__shared__ float s[64];
	int t = threadIdx.x;

	const bool active = t < n;
	float v; // kept
	int from = 63 - t;
	if (active)
	{
		v = in[t];

		s[t] = v;
	}
	__syncthreads();
	if (active)
	{
		out[t] = s[from] - v; /* the other end */
	}
	else
	{
		out[t] = 0.0f;
	}
}
