#include <vector>
__global__ void scatter(int *out, const int *index) {
  out[index[threadIdx.x]] = threadIdx.x; // race: 3
}

int main() {
  int *out, *index;
  cudaMalloc(&out, 4096);
  cudaMalloc(&index, 512);
  std::vector<int> cells;
  for (int i = 0; i < 128; i++) cells.push_back(i);
  cells.insert(cells.begin(), cells[3]);
  cudaMemcpy(index, cells.data(), 512, cudaMemcpyHostToDevice);
  scatter<<<1, 128>>>(out, index);
}
