struct Shape {
  int blocks;
  int threads;
  Shape(int b, int t) : blocks(b), threads(t) {}
};
template <typename Kernel, typename... Args>
void start(Kernel kernel, const Shape &shape, Args... args) {
  kernel<<<shape.blocks, shape.threads>>>(args...);
}
__global__ void fold(int *g) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x; // race: 12
  __syncthreads();
  g[threadIdx.x] = s[63 - threadIdx.x % 64];
}
void both(int *g, int *h) {
  const Shape shape(1, 128);
  start(fold, shape, g);
  start(fold, shape, h);
}
void run(int *g, int *h) {
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
  both(g, h);
}
