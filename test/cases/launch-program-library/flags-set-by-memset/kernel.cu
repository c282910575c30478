__global__ void pick(int *first, const unsigned *taken, const float *weight) {
  int i = threadIdx.x;
  if (taken[i] != ~0u || weight[i] > 0) first[0] = i; // race: 3
}
int main() {
  int *first;
  unsigned *taken;
  float *weight;
  cudaMalloc(&first, sizeof(int));
  cudaMalloc(&taken, 128 * sizeof(unsigned));
  cudaMalloc(&weight, 128 * sizeof(float));
  cudaMemset(taken, 255, 128 * sizeof(unsigned));
  cudaMemset(taken, 0, 32 * sizeof(unsigned));
  cudaMemset(weight, 0, 128 * sizeof(float));
  pick<<<1, 128>>>(first, taken, weight);
}
