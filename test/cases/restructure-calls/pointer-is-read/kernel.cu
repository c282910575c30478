__device__ void put(float *s, int t) {
  s[t] = t;
  __syncthreads();  // divergence
}
__global__ void mirror(float *out, int n) {
  __shared__ float s[64];
  __shared__ float *rows[64];
  int t = threadIdx.x;
  rows[t] = s;
  if (t < n) {
    put(rows[t], t);
    out[t] = s[63 - t];
  }
}
