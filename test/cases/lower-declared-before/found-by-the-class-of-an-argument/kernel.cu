struct Place { int t; };
template <class P> __device__ int at(P p, long) { return p.t / 2; }
template <class P> __device__ int of(P p) { return at(p, 0); }
__device__ int at(Place p, int) { return p.t; }
__global__ void fill(int *data) {
  Place p{(int)threadIdx.x};
  data[of(p)] = threadIdx.x;
}
