__device__ void exchange(void **a, void **b) {
  void *kept = *a;
  *a = *b;
  *b = kept;
}

__global__ void rows(int *out) {
  __shared__ int s[64];
  __shared__ int t[64];
  int *from = s;
  int *to = t;
  from[threadIdx.x] = threadIdx.x;
  exchange((void **)&from, (void **)&to);
  out[threadIdx.x] = to[63 - threadIdx.x]; // race: 12
}
