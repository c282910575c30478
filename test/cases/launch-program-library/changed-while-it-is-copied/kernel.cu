__global__ void place(int *out, const int *index) {
  out[index[threadIdx.x]] = threadIdx.x;  // race: 2
}
int main() {
  int *out, *index, *from;
  cudaMalloc(&out, 4096);
  cudaMalloc(&index, 256);
  cudaMallocHost(&from, 256);
  for (int i = 0; i < 64; i++) from[i] = i;
  cudaMemcpyAsync(index, from, 256, cudaMemcpyHostToDevice);
  from[3] = 4;
  place<<<1, 64>>>(out, index);
}
