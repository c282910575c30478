__device__ int flag = 1;
__global__ void pass(int *data) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;  // race: 11
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {}
    __threadfence();
    data[1] = data[0];
  }
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  pass<<<2, 32>>>(d);
}
