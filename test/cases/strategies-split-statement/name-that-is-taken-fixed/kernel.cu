__global__ void square(double *data) {
	int t = threadIdx.x, value = 1;
	double value2 = data[t ^ value] * data[t];
	__syncthreads();
	data[t] = value2;
}
