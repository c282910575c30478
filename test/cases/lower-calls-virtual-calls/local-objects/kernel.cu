struct Shape {
  __device__ virtual int cell(int t) const = 0;
  __device__ int first(int t) const { return 2 * cell(t); }
};
struct Wide : Shape {
  __device__ int cell(int t) const override { return t; }
};
struct Narrow : Shape {
  __device__ int cell(int t) const override { return t / 2; }
};

__global__ void k(int *g, int n) {
  Wide wide;
  Narrow narrow;
  const Shape *shape = n > 3 ? (const Shape *)&wide : (const Shape *)&narrow;
  g[shape->cell(threadIdx.x)] = threadIdx.x; // race: 16
  g[narrow.first(threadIdx.x) + 256] = threadIdx.x; // race: 17
}
