__global__ void k(float *out, const float *in, int w, int h, int d) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int plane = (w + 8) * (h - 1), at = 4 * (w + 8) + 4 + y * (w + 8) + x, ahead = at;
  for (int i = 0; i < 3; i++) ahead += plane;
  if (x >= w || y >= h) return;
  for (int z = 0; z < d; z++) {
    out[at] = in[ahead] + z; // race: 7
    at += plane;
    ahead += plane;
  }
}
void run(float *out, const float *in, int w, int h, int d) { k<<<dim3(2, 2), dim3(32, 8)>>>(out, in, w, h, d); }
