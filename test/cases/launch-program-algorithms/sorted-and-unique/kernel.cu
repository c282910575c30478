#include <algorithm>
__global__ void scatter(int *out, const int *index) {
  out[index[threadIdx.x]] = threadIdx.x; // race: 3
}

int main() {
  int *out, *index;
  cudaMalloc(&out, 4096);
  cudaMalloc(&index, 512);
  int cells[128];
  for (int i = 0; i < 128; i++) cells[i] = (i * 7) % 100;
  std::sort(cells, cells + 128);
  cudaMemcpy(index, cells, 512, cudaMemcpyHostToDevice);
  scatter<<<1, 128>>>(out, index);
}
