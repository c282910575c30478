__global__ void rows(float w[64][6]) {
  for (int k = 0; k < 6; k++) w[threadIdx.x][k] = threadIdx.x + k;
}
