__global__ void shift(float *out, const float *in) {
  __shared__ float line[4096];
  line[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = line[(threadIdx.x + 2000) % 4096];
}
