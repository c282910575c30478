__global__ void spread(float *x, int stride) {
  x[threadIdx.x * stride] = threadIdx.x; // race: 2
}
void run(float *x, int stride, bool isFlat) {
  if (isFlat) stride = 0;
  spread<<<1, 64>>>(x, stride);
}
