__global__ void exchange(int *data) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  int value = s[t] - s[t ^ 1];
  __syncwarp();
  s[t] = value;
  data[t] = s[t];
}
