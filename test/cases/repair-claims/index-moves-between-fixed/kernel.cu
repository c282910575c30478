__global__ void take(int *count, int *out) {
  int i = 0;
  int a = count[i], b = i++;
  atomicAdd(&count[i], 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}
