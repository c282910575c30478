__global__ void all(const float *in, int *ok, int n) {
  __shared__ int good;
  if (threadIdx.x == 0) good = 1;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) good = good && in[i] > 0;  // race: 6
  __syncthreads();
  if (threadIdx.x == 0) ok[blockIdx.x] = good;
}
void run(const float *in, int *ok, int n) { all<<<4, 256>>>(in, ok, n); }
