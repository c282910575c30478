// Build with -DFIRST, -DSECOND, -DTHIRD, -DFOURTH, -DFIFTH or -DSIXTH for more steps.
__global__ void shift(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  int v = s[(t + 1) % 64];
#ifdef FIRST
  v += 1;
#endif
#ifdef SECOND
  v += 2;
#endif
#ifdef THIRD
  v ^= 3;
#endif
#ifdef FOURTH
  v *= 4;
#endif
#ifdef FIFTH
  v -= 5;
#endif
#ifdef SIXTH
  v = v < 6 ? v : 6;
#endif
  a[t] = v;
}

void host(int *a) { shift<<<1, 64>>>(a); }
