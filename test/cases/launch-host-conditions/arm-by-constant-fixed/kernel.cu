__global__ void last(float *out, const float *in) {
  __shared__ float s[16];
  s[threadIdx.x % 16] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[15 - threadIdx.x % 16];
}

void run(float *out, const float *in, int width) {
  if (width == 16)
    last<<<1, width>>>(out, in);
}

void all(float *out, const float *in) {
  run(out, in, 16);
  run(out, in, 32);
}
