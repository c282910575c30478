__global__ void reverse(const float *in, float *out) {
  __shared__ float s[32];
  int t = threadIdx.x, row = blockIdx.x * 4 + threadIdx.y;
  s[t] = in[row * 32 + t]; // race: 4, 6
  __syncwarp();
  out[row * 32 + t] = s[31 - t]; // race: 4
}
