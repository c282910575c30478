template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
template <class F>
void launch(int n, F &&f) {
  each<<<(n + 255) / 256, 256>>>(n, std::forward<F>(f));
}
void run(float *out, const float *in, int n, int shift) {
  auto copy = [to = out + shift, in] __device__(auto i) { to[i] = in[i]; };
  launch(n, copy);
}
