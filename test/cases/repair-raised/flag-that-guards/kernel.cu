__global__ void all(const int *at, const float *in, int *ok, int n, int m) {
  __shared__ bool good;
  if (threadIdx.x == 0) good = true;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    good = good && at[i] < m;  // race: 7, 8
    good = good && in[at[i]] > 0;  // race: 8
  }
  __syncthreads();
  if (threadIdx.x == 0) ok[blockIdx.x] = good;
}
void run(const int *at, const float *in, int *ok, int n, int m) { all<<<4, 256>>>(at, in, ok, n, m); }
