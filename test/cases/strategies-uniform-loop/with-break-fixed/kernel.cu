__global__ void search(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  bool going = true;
  for (int base = 0; base < n; base += 64) {
    const int i = base + t;
    const bool active = going && i < n;
    if (active) {
      s[i / 64 % 2][t] = in[i];
      if (in[i] < 0.0f)
        going = false;
    }
    __syncthreads();
    if (active && going) {
      out[i] = s[i / 64 % 2][63 - t];
    }
  }
}
