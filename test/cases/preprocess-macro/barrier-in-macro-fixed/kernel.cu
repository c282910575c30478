#define WIDTH 64
#define SYNC __syncthreads();
__global__ void mirror(int *data) {
  __shared__ int s[WIDTH];
  int t = threadIdx.x;
  s[t] = data[t];
  SYNC
  data[t] = s[WIDTH - 1 - t];
}
