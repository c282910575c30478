#include <algorithm>
__global__ void scatter(int *out, const int *index) {
  out[index[threadIdx.x]] = threadIdx.x;
}

int main() {
  int *out, *index;
  cudaMalloc(&out, 4096);
  cudaMalloc(&index, 512);
  int cells[256];
  for (int i = 0; i < 256; i++) cells[i] = (i * 7) % 128;
  std::sort(cells, cells + 256);
  std::unique(cells, cells + 256);
  cudaMemcpy(index, cells, 512, cudaMemcpyHostToDevice);
  scatter<<<1, 128>>>(out, index);
}
