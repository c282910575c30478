struct Sizes {
  dim3 grid, block;
  Sizes(const dim3 &g, const dim3 &b) : grid(g), block(b) {}
};

__global__ void reverse(int *d) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = d[blockIdx.x * 128 + t];
  __syncthreads();
  d[blockIdx.x * 128 + t] = s[128 - 1 - t];
}

static void launch(const Sizes &sizes, int *d) { reverse<<<sizes.grid, sizes.block>>>(d); }

void host(int *d, int n) {
  const Sizes sizes = Sizes(n / 128, 128);
  launch(sizes, d);
}
