__device__ int low(int word) { return word >> 19; }
__global__ void tag(int *seen, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int word = i << 19;
  if (i < n) seen[low(word) + 4096] = i; // race: 5
}
void run(int *seen, int n) { tag<<<(n + 63) / 64, 64>>>(seen, n); }
