#include <cub/cub.cuh>
// A barrier of the warp stands between two uses of one storage.
__global__ void sort(int *a, int *b) {
  using Sort = cub::WarpMergeSort<int, 1, 32>;
  __shared__ typename Sort::TempStorage storage[2];
  int w = threadIdx.x / 32, x[1] = {a[threadIdx.x]}, y[1] = {b[threadIdx.x]};
  Sort(storage[w]).Sort(x, [](int p, int q) { return p < q; });
  __syncwarp();
  Sort(storage[w]).Sort(y, [](int p, int q) { return p < q; });
  a[threadIdx.x] = x[0], b[threadIdx.x] = y[0];
}
