__global__ void shift(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];             // race: 8
#ifndef UNCHECKED
  __syncthreads();
#endif
  a[t] = s[(t + 1) % 64];  // race: 4
}

void host(int *a) { shift<<<1, 64>>>(a); }
