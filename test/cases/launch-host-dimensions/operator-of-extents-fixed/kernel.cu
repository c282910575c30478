__global__ void fill(int *out) {
  out[threadIdx.x] = threadIdx.y;
}

void run(int *d) { fill<<<1, dim3(64 * 2)>>>(d); }
