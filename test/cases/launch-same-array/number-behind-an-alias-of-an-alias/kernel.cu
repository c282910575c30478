#include <cstdlib>
struct View { int *ptr; int n; };
using Ref = int (&);
using Count = Ref;
__global__ void sums(View out, View in) {
  int s = 0;
  for (int i = 0; i < 256; i++) s += in.ptr[blockIdx.x * 256 + i];
  out.ptr[blockIdx.x] = s;
}
void run(View out, View in) {
  int blocks = (in.n + 255) / 256;
  View tmp = out;
  if (blocks > 1) { tmp.ptr = (int *)malloc(blocks * sizeof(int)); }
  sums<<<blocks, 1>>>(tmp, in);
  const Count r = blocks;
  r *= 2;
  if (blocks > 1) {
    sums<<<2, 1>>>(out, tmp);
  }
}
