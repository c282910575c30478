__global__ void swap(float *a, float *b) {
  __shared__ float left[32];
  __shared__ float right[32];
  int t = threadIdx.x;
  left[t] = a[t];
  right[t] = b[t];
  __syncthreads();
  a[t] = right[31 - t];
  b[t] = left[31 - t];
}
