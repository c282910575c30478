// Each bin counts its own slots, of which no two threads get one.
__global__ void sort(const int *key, int *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bin = key[i] & 15;
  int slot = atomicAdd(&count[bin], 1);
  if (slot >= 0 && slot < 64) out[bin * 64 + slot] = i;
}
