__global__ void last(int *a) {
  int c = threadIdx.x;
  decltype((c)) r = c;
  r = 0;
  a[c] = threadIdx.x; // race: 5
}
void run(int *x) { last<<<1, 64>>>(x); }
