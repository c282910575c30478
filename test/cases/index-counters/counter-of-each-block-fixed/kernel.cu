__global__ void compact(int *list) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  int at = atomicAdd(&n, 1);
  list[at * 4 + (int)blockIdx.x] = threadIdx.x;
}
