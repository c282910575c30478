__global__ void pass(int *data, int *flag) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    data[1] = data[0];
  }
}

int main() {
  int *d, *flag, value = 0;
  cudaMalloc(&d, 4096);
  cudaMalloc(&flag, sizeof(int));
  cudaMemcpy(flag, &value, sizeof(int), cudaMemcpyHostToDevice);
  pass<<<2, 32>>>(d, flag);
  cudaMemset(flag, 0, sizeof(int));
  pass<<<2, 32>>>(d, flag);
}
