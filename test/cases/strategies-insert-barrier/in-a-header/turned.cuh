__device__ int turn(int *s, int t) {
  s[t] = t;
  return s[63 - t];
}
