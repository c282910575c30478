__global__ void square(double *data) {
	int t = threadIdx.x, value = 1;
	data[t] = data[t ^ value] * data[t]; // race: 3
}
