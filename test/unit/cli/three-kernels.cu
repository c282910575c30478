__global__ void shift(int *data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  s[t] = s[63 - t];
  data[t] = s[t];
}

__global__ void count(int *bins, const int *data) {
  bins[threadIdx.x] += data[blockIdx.x * 64 + threadIdx.x];
}

__global__ void part(int *data, int n) {
  if (threadIdx.x < n) {
    data[threadIdx.x] = 0;
    __syncthreads();
  }
}

void host(int *data, int *bins) {
  shift<<<1, 64>>>(data);
  count<<<4, 64>>>(bins, data);
  part<<<1, 64>>>(data, 40);
}
