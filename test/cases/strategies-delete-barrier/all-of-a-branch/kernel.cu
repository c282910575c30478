__global__ void twice(int *out, int n) {
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = t;
	__syncthreads();
	if (t < n) {
		if (t > 2)
			__syncthreads();  // divergence
	}
	out[t] = s[63 - t];
}
