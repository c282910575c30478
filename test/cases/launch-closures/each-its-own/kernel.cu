template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void fill(float *out, int n, int stride) {
  each<<<1, 64>>>(n, [=] __device__(int i) { out[stride * i] = i; });  // race: 7
}
void run(float *out, int n) {
  fill(out, n, 0);
  fill(out, n, 1);
}
