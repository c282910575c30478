__device__ void put(float *s, int t) {
  s[t] = t;
  __syncthreads();
}
__device__ void (*chosen)(float *, int) = put;
__global__ void mirror(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  put(s, t);
  if (t < n) out[t] = s[63 - t];
}
