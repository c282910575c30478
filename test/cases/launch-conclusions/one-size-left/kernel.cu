// A row of 128 cells for each block; larger blocks reach into the next row.
__global__ void rows(int *out, const int *in) {
  out[blockIdx.x * 128 + threadIdx.x] = in[threadIdx.x] + blockIdx.x;
}

void run(int *out, const int *in, int n, int threads) {
  if (threads != 64 && threads != 128) return;
  if (threads == 64) return;
  rows<<<n, threads>>>(out, in);
}
