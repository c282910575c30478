struct Shape {
  dim3 grid, block;
  int shared;
  Shape(const dim3 &g, const dim3 &b, int s) : grid(g), block(b), shared(s) {}
};
__global__ void fill(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x; // race: 8
  __syncthreads();
  a[threadIdx.x] = s[0];
}
template <class K, class... A> void launch(K kernel, const Shape &shape, A &&...args) {
  kernel<<<shape.grid, shape.block, shape.shared>>>(static_cast<A &&>(args)...);
}
void run(int *a) {
  const dim3 block(128);
  const Shape shape = {dim3(1), block, 0};
  launch(fill, shape, a);
}
