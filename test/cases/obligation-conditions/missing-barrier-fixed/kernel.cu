__global__ void shift(float *out, const float *in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    s[t] = in[k * 256 + t];
    __syncthreads();
    out[k * 256 + t] = s[255 - t];
    __syncthreads();
  }
}
void host(float *out, const float *in, int n) { shift<<<1, 256>>>(out, in, n); }
