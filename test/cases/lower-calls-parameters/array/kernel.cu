__global__ void own(float w[64]) {
  w[threadIdx.x] = threadIdx.x;
}
