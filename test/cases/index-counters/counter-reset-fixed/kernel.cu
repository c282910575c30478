__global__ void twice(int *list) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  int first = atomicAdd(&n, 1);
  __syncthreads();
  int second = atomicAdd(&n, 1);
  list[first] = threadIdx.x;
  list[second] = -1;
}
