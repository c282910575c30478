__device__ int low(int word) { return word >> 19; }
__global__ void tag(int *seen, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int word = i << 1;
  if (i < n) seen[word + 1] = i;
}
void run(int *seen, int n) { tag<<<(n + 63) / 64, 64>>>(seen, n); }
