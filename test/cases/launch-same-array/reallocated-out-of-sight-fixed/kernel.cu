__global__ void shift(int *a, const int *__restrict__ b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
int *poolRealloc(int *p, size_t bytes);
void run(int *p) {
  int *a = poolRealloc(p, 65 * sizeof(int));
  shift<<<1, 64>>>(a, p);
}
