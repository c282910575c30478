__global__ void any(int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (i << 19) < 0) found[0] = i; // race: 3
}
void run(int *found, int n) { any<<<(n + 63) / 64, 64>>>(found, n); }
