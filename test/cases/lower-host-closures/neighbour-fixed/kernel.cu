template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void blur(float *out, const float *in, int n) {
  each<<<(n + 255) / 256, 256>>>(n, [=] __device__(int i) { out[i] = in[i + 1]; });
}
