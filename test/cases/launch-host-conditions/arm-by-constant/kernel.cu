__global__ void last(float *out, const float *in) {
  __shared__ float s[16];
  s[threadIdx.x % 16] = in[threadIdx.x]; // race: 3
  __syncthreads();
  out[threadIdx.x] = s[15 - threadIdx.x % 16];
}

void run(float *out, const float *in, int width) {
  if (width == 32)
    last<<<1, width>>>(out, in);
}

void all(float *out, const float *in) {
  run(out, in, 16);
  run(out, in, 32);
}
