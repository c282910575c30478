template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void shift(float *to, const float *from, int n) {
  each<<<1, 64>>>(n, [=] __device__(int i) { to[i] = from[i + 1]; });
}
void run(float *x, float *y, int n) {
  shift(x, y, n);
}
