__global__ void halo(const float *in, float *out, int width, int height) {
  __shared__ float s[64];
  int t = threadIdx.x, x = t % 8 - 1, y = t / 8 - 1;
  s[t] = (x >= 0 && x < width && y >= 0 && y < height) ? in[y * width + x] : 0.0f;  // race: 5
  out[t] = s[63 - t];  // race: 4
}
