// The loop over the list ends early, for all threads alike.
__global__ void halve(float *out, const float *in, int least) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half : {32, 16, 8}) {
    if (half < least) break;
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 256);
  cudaMalloc(&in, 256);
  halve<<<1, 64>>>(out, in, 16);
}
