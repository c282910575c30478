typedef void (*op_t)(int *);
__device__ void meet(int *s) { __syncthreads(); }
__device__ void pass(int *s) { s[threadIdx.x] = 0; }
__device__ op_t op = meet;
__device__ op_t other = pass;

__global__ void apply(int *out, bool c) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  (*(c ? op : other))(s);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
