__global__ void last(double *p) {
  p[threadIdx.x * 4] = threadIdx.x;
}

void host(double *p) { last<<<1, 64>>>(p); }
