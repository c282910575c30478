__global__ void pairs(int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= n) return;
  s[t] = i;
  __syncwarp();
  if (t % 32 == 0 && i + 1 < n) out[i] = s[t + 1];
}
void run(int *out, int n) { pairs<<<(n + 255) / 256, 256>>>(out, n); }
