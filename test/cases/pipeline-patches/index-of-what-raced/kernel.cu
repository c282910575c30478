__global__ void k(int *out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t; // race: 5
  s[t + 1] = 0; // race: 6
  int x = s[t];
  out[x] = t;
}
