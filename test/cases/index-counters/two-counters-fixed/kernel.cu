__global__ void split(int *left, int *right, int *counts, const int *in) {
  if (in[threadIdx.x] > 0) left[atomicAdd(&counts[0], 1)] = threadIdx.x;
  else right[atomicAdd(&counts[1], 1)] = threadIdx.x;
}
