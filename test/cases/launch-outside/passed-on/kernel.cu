__global__ void spread(float *x, int stride) {
  x[threadIdx.x * stride] = threadIdx.x; // race: 2
}
void run(float *x, const int *shape) {
  const int stride = shape[1];
  spread<<<1, 64>>>(x, stride);
}
