__global__ void whole(int *data) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  data[t] = t;
}
