__global__ void last(volatile int *p) {
  p[threadIdx.x * 4] = threadIdx.x;
}

void host(volatile int *p) { last<<<1, 64>>>(p); }
