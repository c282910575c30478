__global__ void rows(float w[32][6]) {
  for (int k = 0; k < 6; k++) w[threadIdx.x % 32][k] = threadIdx.x + k; // race: 2
}
