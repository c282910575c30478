#include <utility>
// The launch gives the kernel as many pointers as the sequence has values. All are read, and each thread writes its own cell.
template <typename T, size_t>
using type_at = T;

template <typename... Rows>
__global__ void add(float *__restrict__ out, int n, Rows... rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  sum = (..., (sum = sum + rows[i]));
  out[i] = sum;
}

template <size_t... I>
static void launch(float *out, const float **rows, int n, std::index_sequence<I...>) {
  add<type_at<const float *, I>...><<<(n + 255) / 256, 256>>>(out, n, rows[I]...);
}

void all(float *out, const float **rows, int n) { launch(out, rows, n, std::make_index_sequence<3>{}); }
