__global__ void rotate(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[(t & 32) + (t + 1) % 32];
}
