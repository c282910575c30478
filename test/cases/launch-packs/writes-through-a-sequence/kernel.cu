#include <utility>
// The kernel writes through the pointers of the pack: every row is written at the thread's cell and at its neighbour's.
template <typename T, size_t>
using type_at = T;

__device__ void both(float *row, int i) {
  row[i] = i;
  row[i + 1] = -i;  // race: 7
}

template <typename... Rows>
__global__ void mark(int n, Rows... rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n) return;
  (both(rows, i), ...);
}

template <size_t... I>
static void launch(float **rows, int n, std::index_sequence<I...>) {
  mark<type_at<float *, I>...><<<(n + 255) / 256, 256>>>(n, rows[I]...);
}

void all(float **rows, int n) { launch(rows, n, std::make_index_sequence<2>{}); }
