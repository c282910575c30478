__global__ void shift(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float *own = x + blockIdx.x * 64;
  s[t] = own[t];
  __syncthreads();
  if (t > 0) own[t] = s[t - 1];
}

void host(float *x, int n) { shift<<<n / 64, 64>>>(x); }
