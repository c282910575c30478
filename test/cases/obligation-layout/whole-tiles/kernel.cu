// Each thread stores two elements of a tile of 32, half a tile apart.
__global__ void unpack(const unsigned char *in, float *__restrict__ out, int n, int pitch) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  float *row = out + blockIdx.y * pitch;
  int half = (i % 32) / 2;
  int tile = i - i % 32;
  row[tile + half] = in[i] & 15;  // race: 8
  row[tile + half + 16] = in[i] >> 4;  // race: 8, 9
}
void run(const unsigned char *in, float *out, int n, int rows, int pitch) {
  unpack<<<dim3((n + 511) / 512, rows), 256>>>(in, out, n, pitch);
}
