__global__ void nested(const float *in, float *out, int n, int flat) {
	__shared__ float s[64];
	int t = threadIdx.x;
	if (flat) {
		out[t] = in[t];
		if (t >= n) {
			out[t] = 0.0f;
			return;
		}
		out[t] += 1.0f; // those that stay
	}
	s[t] = out[t];
	__syncthreads(); // divergence
	out[t] = s[63 - t] * 2.0f;
}
