__global__ void mirror(float *data) {
	__shared__ float s[64];
	int t = threadIdx.x;
	__syncthreads();
	s[t] = data[t];
	data[t] = s[63 - t]; // race: 5
}
