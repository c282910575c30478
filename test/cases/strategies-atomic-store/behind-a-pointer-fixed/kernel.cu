__global__ void last(float *p) {
  float *at = p + threadIdx.x / 4;
  atomicExch(at, threadIdx.x * 0.5f);  // one of the values stays
}

void host(float *p) { last<<<1, 64>>>(p); }
