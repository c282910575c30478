// Build with -DFAST to clear instead.
__global__ void shift(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];             // race: 11
#ifdef FAST
  a[t] = 0;
#else
  __syncthreads();
#endif
  a[t] = s[(t + 1) % 64];  // race: 5
}

void host(int *a) { shift<<<1, 64>>>(a); }
