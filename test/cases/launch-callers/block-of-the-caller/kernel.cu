__global__ void fold(int *g) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x; // race: 3
  __syncthreads();
  g[threadIdx.x] = s[63 - threadIdx.x % 64];
}
void launch(int *g, int threads) {
  fold<<<1, threads>>>(g);
}
void run(int *g) {
  launch(g, 64);
  launch(g, 128);
}
