__global__ void swap(int *data) {
  int t = threadIdx.x;
  data[t] = t;
  __syncthreads();
  int other = data[63 - t];
  __syncthreads();
  data[t] = other;
}
