// The halves of a tile are one element too near.
__global__ void unpack(const unsigned char *in, float *__restrict__ out, int tiles) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  int n = 32 * tiles;
  if (i >= n) return;
  float *row = out + blockIdx.y * n;
  int half = (i % 32) / 2;
  int tile = i - i % 32;
  row[tile + half] = in[i] & 15;  // race: 10
  row[tile + half + 15] = in[i] >> 4;
}
void run(const unsigned char *in, float *out, int tiles, int rows) {
  unpack<<<dim3((tiles + 15) / 16, rows), 256>>>(in, out, tiles);
}
