__device__ void put(float *s, int t) {
  s[t] = t;
  __syncthreads();  // divergence
}
__device__ void (*chosen)(float *, int) = put;
__global__ void mirror(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) {
    put(s, t);
    out[t] = s[63 - t];
  }
}
