__global__ void all(const int *at, const float *in, int *ok, int n, int m) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (at[i] >= m || in[at[i]] <= 0) atomicExch(&found, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) ok[blockIdx.x] = !found;
}
void run(const int *at, const float *in, int *ok, int n, int m) { all<<<4, 256>>>(at, in, ok, n, m); }
