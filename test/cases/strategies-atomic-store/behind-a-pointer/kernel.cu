__global__ void last(float *p) {
  float *at = p + threadIdx.x / 4;
  *at = threadIdx.x * 0.5f;  // race: 3
}

void host(float *p) { last<<<1, 64>>>(p); }
