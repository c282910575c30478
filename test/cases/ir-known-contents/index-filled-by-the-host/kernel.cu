__global__ void scatter(int *out, const int *idx) {
  out[idx[threadIdx.x]] = threadIdx.x;  // race: 2
}

int main() {
  int *out, *idx, order[128];
  cudaMalloc(&out, sizeof order);
  cudaMalloc(&idx, sizeof order);
  for (int i = 0; i < 128; i++) order[i] = i / 2;
  cudaMemcpy(idx, order, sizeof order, cudaMemcpyHostToDevice);
  scatter<<<1, 128>>>(out, idx);
}
