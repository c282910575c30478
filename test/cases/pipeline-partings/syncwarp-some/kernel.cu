__global__ void quarter(int *data) {
  int t = threadIdx.x, v = data[t];
  if (t % 4 == 0) {
    __syncwarp();
    v = 0;
  }
  __syncthreads();
  data[t] = v;
}
