#include <cstdlib>
struct View { int *ptr; int n; };
struct ConstView {
  const int *ptr;
  int n;
  __host__ __device__ ConstView(const int *p, int count) : ptr(p), n(count) {}
  __host__ __device__ ConstView(const View &view) : ptr(view.ptr), n(view.n) {}
};
__global__ void sums(View out, ConstView in) {
  int s = 0;
  for (int i = 0; i < 256; i++) s += in.ptr[blockIdx.x * 256 + i];
  out.ptr[blockIdx.x] = s;
}
void launch(View out, ConstView in, int blocks) { sums<<<blocks, 1>>>(out, in); }
void run(View out, int blocks) {
  ConstView in(out);
  launch(out, in, blocks);
}
