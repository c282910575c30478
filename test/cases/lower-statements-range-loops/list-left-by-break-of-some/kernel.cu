// Threads leave the loop at different values of the list: those that stay wait at a barrier that the others do not reach.
__global__ void halve(float *out, const float *in) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half : {32, 16, 8}) {
    if (threadIdx.x >= half) break;
    tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();  // divergence
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 256);
  cudaMalloc(&in, 256);
  halve<<<1, 64>>>(out, in);
}
