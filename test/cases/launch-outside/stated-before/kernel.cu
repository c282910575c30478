__global__ void spread(float *x, int stride) {
  x[threadIdx.x * stride] = threadIdx.x;
}
void run(float *x, int stride) {
  if (stride == 0) return;
  spread<<<1, 64>>>(x, stride);
}
