__global__ void exchange(int *data) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  s[t] = s[t] - s[t ^ 1];  // race: 6
  data[t] = s[t];
}
