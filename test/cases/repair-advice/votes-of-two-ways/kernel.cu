__global__ void both(int *data, int n) {
  int t = threadIdx.x;
  int some;
  if (t < n)
    some = __syncthreads_or(data[t] > 1); // divergence
  else
    some = __syncthreads_or(data[t] > 2); // divergence
  data[t] = some;
}
