__global__ void renamed(int *a) {
  extern __shared__ int first[];
  short *second = (short *)first;
  int t = threadIdx.x;
  second[2 * t] = 9;
  first[t] = t;
  a[first[t]] = t;
}
