__device__ int place(int t) { return t; }
__device__ int place(long t) { return 0; }

__device__ int apply(int (*of)(long), int t) { return of(t); }

__global__ void store(int *out) {
  out[apply(place, threadIdx.x)] = threadIdx.x;
}
