// not compiled by nvcc: the header that declares index_t is missing
__global__ void spread(float *out, const index_t n) {
  __shared__ float s[64];
  for (index_t j = threadIdx.x; j < n; j += 64) {
    s[threadIdx.x] = j;
    __syncthreads();
    out[j] = s[63 - threadIdx.x];
    __syncthreads();
  }
}
