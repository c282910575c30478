__global__ void turned(float *c, const float *a, int pitch) {
  __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = a[pitch * ty + tx + 32 * blockIdx.x];  // race: 5
  c[pitch * (32 * blockIdx.y + ty) + tx + 32 * blockIdx.x] = tile[tx][ty];  // race: 4, 5
}
