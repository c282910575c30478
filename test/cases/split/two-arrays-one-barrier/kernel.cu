__global__ void swap(float *a, float *b) {
  __shared__ float left[32];
  __shared__ float right[32];
  int t = threadIdx.x;
  left[t] = a[t];
  right[t] = b[t];
  a[t] = right[31 - t]; // race: 6
  b[t] = left[31 - t]; // race: 5
}
