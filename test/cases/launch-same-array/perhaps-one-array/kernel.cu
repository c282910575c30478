__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void run(int *d, int *e, bool inPlace) {
  int *to = e;
  if (inPlace) to = d;
  shift<<<1, 64>>>(to, d);
}
