__attribute__((device)) int after(int t) { return (t + 1) % 64; }
__attribute__((global)) void rotate(int *data) {
  __attribute__((shared)) int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  data[t] = s[after(t)];
}
