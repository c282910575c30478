#ifndef TILE
#define TILE 32
#endif

__global__ void shift(int *a) {
  __shared__ int s[TILE];
  int t = threadIdx.x;
  s[t] = a[t];  // race: 14
#ifdef FAST
  __syncwarp();
#else
  __syncthreads();
#endif
  a[t] = s[(t + 1) % TILE];
}

void host(int *a) { shift<<<1, TILE>>>(a); }
