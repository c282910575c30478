#include <cstdlib>
struct View { int *ptr; int n; };
__global__ void sums(View out, View in) {
  int s = 0;
  for (int i = 0; i < 256; i++) s += in.ptr[blockIdx.x * 256 + i];
  out.ptr[blockIdx.x] = s;
}
void run(View out, View in) {
  View tmp = out;
  tmp.ptr = (int *)malloc(64);
  View &alias = out;
  alias.ptr = tmp.ptr;
  sums<<<2, 1>>>(out, tmp);
}
