struct Output {
  float *main, *debug;
};

__global__ void emit(const Output *out, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = n;
  if (out->debug != nullptr) {
    __syncthreads();
    out->debug[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
  }
}
