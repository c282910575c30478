// The rows of two bins overlap.
__global__ void sort(const int *key, int *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bin = key[i] & 15;
  int slot = atomicAdd(&count[bin], 1);
  if (slot >= 0 && slot < 64) out[bin * 32 + slot] = i;  // race: 6
}
