__global__ void rotate(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[(t + 1) % 64]; // race: 4
}
