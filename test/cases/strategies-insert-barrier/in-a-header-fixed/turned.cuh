__device__ int turn(int *s, int t) {
  s[t] = t;
  __syncthreads();
  return s[63 - t];
}
