__global__ void k(int *out) {
  __shared__ int s[256];
  if (threadIdx.y == 8) s[threadIdx.x] = threadIdx.x;
  if (threadIdx.y == 0) out[threadIdx.x] = s[threadIdx.x];
}
