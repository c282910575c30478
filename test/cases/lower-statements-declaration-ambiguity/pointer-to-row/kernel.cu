__global__ void k(float *out) {
  __shared__ float tile[64][8];
  float (*row)[8] = tile;
  row[threadIdx.x / 2][1] = threadIdx.x; // race: 4
  out[threadIdx.x] = 0;
}
