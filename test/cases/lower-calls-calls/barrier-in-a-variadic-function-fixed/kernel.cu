template <class... A>
__device__ int wait(A...) {
  __syncthreads();
  return 1;
}
__global__ void some(int *x) {
  int v = 0;
  v = wait(1, 2);
  x[threadIdx.x] = v;
}
void run(int *x) { some<<<1, 64>>>(x); }
