__global__ void sums(const int *in, int *partial, unsigned *done, int *out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];  // race: 9
  __threadfence();
  unsigned before = atomicAdd(done, 1);
  if (gridDim.x - 2 != before) return;
  __threadfence();
  int sum = 0;
  for (int k = 0; k < gridDim.x; k++) sum += partial[k];
  out[0] = sum;
}
void run(const int *in, int *partial, unsigned *done, int *out) {
  cudaMemset(done, 0, sizeof(unsigned));
  sums<<<8, 32>>>(in, partial, done, out);
}
