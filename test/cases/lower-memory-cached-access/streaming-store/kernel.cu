__global__ void fill(float *x) {
  __stcs(x + threadIdx.x / 2, (float)threadIdx.x); // race: 2
}
