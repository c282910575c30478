__device__ int own(int t) { return t; }
__device__ int half(int t) { return t / 2; }

__global__ void store(int *out, int n) {
  int (*place)(int) = own;
  for (int i = 0; i < n; i++) {
    if (i == 1) place = half;
    out[64 * i + place(threadIdx.x)] = threadIdx.x; // race: 8
  }
}
