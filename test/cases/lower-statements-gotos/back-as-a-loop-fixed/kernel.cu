__global__ void k(float *o, const float *v, int n) {
  __shared__ float s[64];
  int t = threadIdx.x, row = 0;
next:
  s[t] = v[row * 64 + t];
  __syncthreads();
  o[row * 64 + t] = s[63 - t];
  __syncthreads();
  row += 1;
  if (row < n) goto next;
}
