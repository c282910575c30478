__global__ void both(int *data, int n) {
  int t = threadIdx.x;
  int few = __syncthreads_or(t < n && data[t] > 1);
  int many = __syncthreads_or(t >= n && data[t] > 2);
  data[t] = t < n ? few : many;
}
