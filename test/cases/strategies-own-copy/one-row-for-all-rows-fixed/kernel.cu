__global__ void reverse(const float *in, float *out) {
  __shared__ float s[4][32];
  int t = threadIdx.x, row = blockIdx.x * 4 + threadIdx.y;
  s[threadIdx.y][t] = in[row * 32 + t];
  __syncwarp();
  out[row * 32 + t] = s[threadIdx.y][31 - t];
}
