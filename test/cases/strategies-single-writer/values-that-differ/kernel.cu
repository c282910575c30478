__global__ void pick(const int *in, int *out) {
  __shared__ int chosen;
  int t = threadIdx.x;
  chosen = in[t];    // race: 4, 5
  out[t] = chosen;
}
