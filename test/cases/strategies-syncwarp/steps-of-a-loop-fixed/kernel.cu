__global__ void rotate(int *data, int turns) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncwarp();
  for (int k = 0; k < turns; k++) {
    int next = s[(t + 1) % 32];
    __syncwarp();
    s[t] = next + k;
    __syncwarp();
  }
  data[t] = s[t];
}
