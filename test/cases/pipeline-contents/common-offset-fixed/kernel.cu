__global__ void shift(const int *__restrict__ begin, float *__restrict__ out) {
  int base = begin[0];
  float x = out[base + threadIdx.x + 1];
  __syncthreads();
  out[base + threadIdx.x] = x;
}

void launch(const int *begin, float *out) { shift<<<1, 256>>>(begin, out); }
