#define MEET() __syncthreads()
#define STEP(v) do { p[threadIdx.x] += (v); MEET(); } while (0)

__global__ void half(int *p) {
  STEP(threadIdx.x < 32 ? 1 : 0);
}

void host(int *p) { half<<<1, 64>>>(p); }
