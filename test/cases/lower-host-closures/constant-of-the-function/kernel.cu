template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void spread(float *out, int n) {
  const int stride = 0;
  if (n > 64) {
    const int stride = 2;
    each<<<(n + 255) / 256, 256>>>(n, [=] __device__(int i) { out[stride * i] = i; });
  }
}
