// Between the values of the list nothing orders the threads.
__global__ void halve(float *out, const float *in, int least) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half : {32, 16, 8}) {
    if (half < least) continue;
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];  // race: 8
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 256);
  cudaMalloc(&in, 256);
  halve<<<1, 64>>>(out, in, 16);
}
