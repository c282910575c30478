__global__ void mirror(float *data) {
	__shared__ float s[64];
	int t = threadIdx.x;
	s[t] = data[t];
	__syncthreads();
	data[t] = s[63 - t];
}
