__global__ void rotate(int *data, int turns) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncwarp();
  for (int k = 0; k < turns; k++) {
    int next = s[(t + 1) % 32];
    s[t] = next + k;  // race: 7
  }
  data[t] = s[t];
}
