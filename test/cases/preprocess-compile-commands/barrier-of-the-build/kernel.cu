// The build defines TILE and SYNC for this file; the makefile beside it says otherwise, and does not count.
__global__ void shift(int *a) {
  __shared__ int s[TILE];
  int t = threadIdx.x;
  s[t] = a[t];
#ifdef SYNC
  __syncthreads();
#endif
  a[t] = s[(t + 1) % TILE];
}

void host(int *a) { shift<<<1, TILE>>>(a); }
