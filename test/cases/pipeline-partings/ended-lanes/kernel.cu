__global__ void guarded(int *data, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int v = data[t];
  v += __shfl_down_sync(0xffffffffu, v, 1);
  data[t] = v;
}
