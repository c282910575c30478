template <class... Args>
__global__ void spread(int *out, Args... strides) {
  int stride = (... * strides);
  if (sizeof...(strides) == 2) out[threadIdx.x * stride] = threadIdx.x;  // race: 4
}
void run(int *out) {
  spread<<<1, 64>>>(out, 3, 0);
}
