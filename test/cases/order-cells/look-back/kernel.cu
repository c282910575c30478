__global__ void scan(const int *in, int *sum, int *flag, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x != 0) return;
  int before = 0;
  if (b > 0) {
    while (atomicAdd(&flag[b - 1], 0) == 0) { }
    __threadfence();
    before = sum[b - 1];  // race: 10
  }
  sum[b] = before + in[b];
  atomicExch(&flag[b], 1);
  out[b] = before;
}
