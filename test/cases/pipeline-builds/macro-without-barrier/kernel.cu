// Build with -DNO_SYNC where one warp suffices.
#ifdef NO_SYNC
#define SYNC()
#else
#define SYNC() __syncthreads()
#endif

__global__ void shift(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];             // race: 13
  SYNC();
  a[t] = s[(t + 1) % 64];  // race: 11
}

void host(int *a) { shift<<<1, 64>>>(a); }
