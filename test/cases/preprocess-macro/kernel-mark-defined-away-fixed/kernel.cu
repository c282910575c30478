#ifndef __global__
#define __global__
#endif

__global__ void shift(float *data) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  data[t] = tile[(t + 1) % 64];
}
