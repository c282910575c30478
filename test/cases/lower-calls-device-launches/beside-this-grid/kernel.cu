__device__ int depth;

__global__ void child(int *data);

__global__ void parent(int *data, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    child<<<1, 32, 0, stream>>>(data);
    cudaStreamDestroy(stream);
  }
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x] + depth;
}
