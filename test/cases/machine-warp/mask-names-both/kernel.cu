__global__ void halves(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = lane;
  if (lane < 16) {
    __syncwarp(0x0000ffffu);
    out[lane] = s[lane ^ 8];
  }
}
