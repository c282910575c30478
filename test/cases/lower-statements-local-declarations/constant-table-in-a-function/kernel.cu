__global__ void place(int *g) {
  static __constant__ int at[4] = {2, 0, 3, 1};
  if (threadIdx.x < 4) g[at[threadIdx.x]] = threadIdx.x;
}
void run(int *g) { place<<<1, 64>>>(g); }
