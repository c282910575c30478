#ifndef STAGES
#define STAGES 2
#endif

__global__ void shift(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];             // race: 12
#if STAGES > 1
  __syncthreads();
#endif
  a[t] = s[(t + 1) % 64];  // race: 8
}

void host(int *a) { shift<<<1, 64>>>(a); }
