__global__ void scatter(int *out, const int *idx) {
  out[idx[threadIdx.x]] = threadIdx.x;
}

int main() {
  int *out, *idx, order[128];
  cudaMalloc(&out, sizeof order);
  cudaMalloc(&idx, sizeof order);
  for (int i = 0; i < 128; i++) order[i] = 127 - i;
  cudaMemcpy(idx, order, sizeof order, cudaMemcpyHostToDevice);
  scatter<<<1, 128>>>(out, idx);
  scatter<<<1, 64>>>(out, idx);
}
