#define TURN(s, t) s[t] = t; __syncthreads(); t = s[63 - t]
__global__ void turned(int *b) {
  __shared__ int s[64];
  int t = threadIdx.x;
  TURN(s, t);
  b[threadIdx.x] = t;
}
