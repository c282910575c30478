template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void fill(float *out, int n, int stride) {
  each<<<1, 64>>>(n, [=] __device__(int i) { out[stride * i] = i; });
}
void run(float *out, int n) {
  fill(out, n, 2);
  fill(out, n, 1);
}
