__global__ void swap(int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    s[t] = k + t;  // race: 7
    if (t % 4 < 2) __syncwarp();
    out[k * 128 + t] = s[t ^ 1];
    __syncthreads();
  }
}
void run(int *out, int n) { swap<<<1, 128>>>(out, n); }
