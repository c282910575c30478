struct Pool {
  int *base;
  int *part(int k) { return base + k; }
};
__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x];
}
void run(Pool pool) { shift<<<1, 64>>>(pool.part(0), pool.part(4)); }
