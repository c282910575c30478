__device__ void scan(int *s, int t, int n, bool active = true)
{
	const bool inner = active && t < n;
	for (int d = 1; d < n; d *= 2)
	{
		int v;
		if (inner) v = t >= d ? s[t - d] : 0;
		__syncthreads();
		if (inner) s[t] += v;
		__syncthreads();
	}
}
__global__ void prefix(int *a, int n, int m)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = a[t];
	__syncthreads();
	const bool active = t < m;
	scan(s, t, n, active);
	if (active) a[t] = s[t];
}
