__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  out[y * 16 + x] = tile[x][y]; // race: 4
}
