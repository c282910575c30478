__global__ void renamed(int *a) {
  extern __shared__ int first[];
  short *second = (short *)first;
  int t = threadIdx.x;
  first[t] = t;
  second[2 * t] = 9;
  a[first[t]] = t; // race: 7
}
