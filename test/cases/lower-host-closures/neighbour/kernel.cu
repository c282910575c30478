template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void blur(float *out, int n) {
  each<<<(n + 255) / 256, 256>>>(n, [=] __device__(int i) { out[i] = out[i + 1]; });  // race: 7
}
