#include <cuda_runtime.h>
#define CHECK(call) do { if ((call) != cudaSuccess) return; } while (0)
__global__ void shift(double *cells) {
  int i = blockIdx.x * 128 + threadIdx.x;
  double left = cells[i];
  cells[i + 1] = left;  // race: 5
}
void run(cudaStream_t stream, int rounds) {
  double *d_cells = nullptr;
  CHECK(cudaMalloc((void **)&d_cells, 8 * 129 * 128));
  for (int k = 0; k < rounds; k++) {
    shift<<<128, 128, 0, stream>>>(d_cells);
  }
  CHECK(cudaFree(d_cells));
}
