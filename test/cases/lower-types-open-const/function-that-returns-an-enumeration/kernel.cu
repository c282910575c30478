enum Mode { Fast, Slow };
inline enum Mode modeOf(int n) { return n > 4 ? Slow : Fast; }
static __device__ int twice(int x) { return 2 * x; }
static __device__ float twice(float x) { return 2 * x; }
__global__ void k(float *a) {
  float s = a[threadIdx.x];
  s = twice(s);
  a[threadIdx.x] = s;
}
void run(float *a) { k<<<1, 64>>>(a); }
