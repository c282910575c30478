#include <numeric>
__global__ void scatter(int *out, const int *index) {
  out[index[threadIdx.x]] = threadIdx.x;
}

int main() {
  int *out, *index;
  cudaMalloc(&out, 4096);
  cudaMalloc(&index, 512);
  unsigned short sums[128];
  int cells[128];
  for (int i = 0; i < 128; i++) sums[i] = 4;
  std::partial_sum(sums, sums + 128, sums);
  for (int i = 0; i < 128; i++) cells[i] = sums[i];
  cudaMemcpy(index, cells, 512, cudaMemcpyHostToDevice);
  scatter<<<1, 128>>>(out, index);
}
