__global__ void least(const int *a, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t < n ? a[t] : 0;
  __syncthreads();
  if (t < 32) {
    int other = s[t + 32];
    __syncwarp();
    if (other < s[t]) s[t] = other;
    __syncwarp();
    int next = s[(t + 16) % 32];
    __syncwarp();
    if (next < s[t]) s[t] = next;
  }
  __syncthreads();
  if (t < n) out[0] = s[0];
}
