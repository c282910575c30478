__global__ void pairs(float w[32]) {
  w[threadIdx.x / 2] = threadIdx.x; // race: 2
}
