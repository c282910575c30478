__global__ void rotate(float *data, int n, int turns) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    float v = data[t];
    for (int k = 0; k < turns; ++k) {
      s[t] = v; // race: 8
      v = s[(t + 1) % n];
    }
    data[t] = v;
  }
}
