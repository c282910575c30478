namespace n { __device__ void __syncthreads() {} }
__global__ void shift(float *data) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];
  using n::__syncthreads;
  __syncthreads();
  data[t] = tile[(t + 1) % 64];
}
void launch(float *data) { shift<<<1, 64>>>(data); }
