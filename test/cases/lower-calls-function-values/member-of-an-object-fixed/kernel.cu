struct Parts {
  void (*fill)(int *, int);
  int (*next)(int);
};
__device__ void fillOwn(int *tile, int t) { tile[t] = t; }
__device__ int neighbour(int t) { return t ^ 1; }
__device__ int self(int t) { return t; }
constexpr __device__ Parts parts() {
  Parts made = {};
  made.fill = fillOwn;
  made.next = self;
  return made;
}

__global__ void pass(int *out) {
  __shared__ int tile[64];
  constexpr Parts use = parts();
  int t = threadIdx.x;
  use.fill(tile, t);
  out[t] = tile[use.next(t)];
}
