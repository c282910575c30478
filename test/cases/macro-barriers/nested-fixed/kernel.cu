#define MEET() __syncthreads()
#define STEP(v)           \
  do {                    \
    p[threadIdx.x] += (v); \
  } while (0)

__global__ void half(int *p) {
  if (threadIdx.x < 32) {
    STEP(1);
  }
}
