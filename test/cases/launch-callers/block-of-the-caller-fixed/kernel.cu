__global__ void fold(int *g) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x;
  __syncthreads();
  g[threadIdx.x] = s[63 - threadIdx.x % 64];
}
template <int B> void with(int *g) {
  fold<<<1, B>>>(g);
}
void launch(int *g, int threads) {
  fold<<<1, threads / 2>>>(g);
}
void run(int *g) {
  with<32>(g);
  launch(g, 128);
}
