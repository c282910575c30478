__global__ void shift(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];                      // race: 7
  int next = 0;
  /* the neighbour *\
/ next = s[(t + 1) % 64]; // race: 4
  a[t] = next;
}

void host(int *a) { shift<<<1, 64>>>(a); }
