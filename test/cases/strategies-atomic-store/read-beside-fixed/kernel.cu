__global__ void last(int *p, int *out) {
  p[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = p[0];
}

void host(int *p, int *out) { last<<<1, 64>>>(p, out); }
