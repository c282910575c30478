struct Step {
  __device__ ~Step() { __syncthreads(); }
};
__global__ void steps(int *out, int n) {
  __shared__ int cells[64];
  for (int k = 0; k < 4; k++) {
    Step step;
    if (k == 2) continue;
    if (k == n) break;
    cells[(threadIdx.x + k) % 64] = k;
  }
  out[threadIdx.x] = cells[threadIdx.x];
}
