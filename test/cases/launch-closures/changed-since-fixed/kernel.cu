template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void fill(float *out, int n) {
  int stride = 1;
  auto f = [=] __device__(int i) { out[stride * i] = i; };
  stride = 0;
  each<<<1, 64>>>(n, f);
}
