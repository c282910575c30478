__global__ void k(float *out) {
  __shared__ float tile[64][8];
  float (*row)[8] = tile;
  row[threadIdx.x][1] = 1;
  out[threadIdx.x] = 0;
}
