__global__ void twice(float *data, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    float v = data[t];
    s[t] = v;
    __syncthreads(); // divergence
    data[t] = s[63 - t] + v; // race: 9
    s[t] = 3;
    data[t] += s[t ^ 1]; // race: 9
  }
}
