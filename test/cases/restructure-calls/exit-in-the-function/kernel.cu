__device__ void scan(int *s, int t, int n)
{
	if (t >= n) return;
	for (int d = 1; d < n; d *= 2)
	{
		int v = t >= d ? s[t - d] : 0;
		__syncthreads();  // divergence
		s[t] += v;
		__syncthreads();
	}
}
__global__ void prefix(int *a, int n, int m)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = a[t];
	__syncthreads();
	if (t < m)
	{
		scan(s, t, n);
		a[t] = s[t];
	}
}
