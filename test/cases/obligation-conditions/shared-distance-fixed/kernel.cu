__global__ void ahead(float *out, const float *a, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = a[t];
  s[t + 512] = a[t + 512];
  __syncthreads();
  out[t] = s[t + n];
}
void host(float *out, const float *a, int n) { ahead<<<1, 512>>>(out, a, n); }
