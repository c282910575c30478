__global__ void twice(int *list) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  int first = atomicAdd(&n, 1);
  __syncthreads();
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  int second = atomicAdd(&n, 1);
  list[first] = threadIdx.x; // race: 11
  list[second] = -1;
}
