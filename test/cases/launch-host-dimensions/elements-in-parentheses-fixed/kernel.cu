__global__ void transpose(const float *in, float *out, int width) {
  __shared__ float tile[16 * 17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * (blockDim.x + 1) + x] = in[y * width + x];
  __syncthreads();
  out[y * width + x] = tile[x * (blockDim.y + 1) + y];
}

void run(const float *in, float *out) {
  size_t local[2] = {16, 16};
  dim3 block(local[0], local[1]);
  transpose<<<1, block>>>(in, out, 16);
}
