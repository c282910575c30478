template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void total(int n, int *lasts) {
  each<<<1, 64>>>(n, [=] __device__(int i) { lasts[i] = i; });
}
