#include <vector>
__global__ void scatter(int *out, const int *index) {
  out[index[threadIdx.x]] = threadIdx.x;
}

int main() {
  int *out, *index;
  cudaMalloc(&out, 4096);
  cudaMalloc(&index, 512);
  std::vector<int> cells;
  for (int i = 0; i < 129; i++) cells.push_back(i);
  cells.insert(cells.begin(), cells[128]);
  cudaMemcpy(index, cells.data(), 512, cudaMemcpyHostToDevice);
  scatter<<<1, 128>>>(out, index);
}
