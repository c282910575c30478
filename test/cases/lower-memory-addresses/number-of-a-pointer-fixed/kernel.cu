#include <cstdint>

__global__ void bytes(char *out) {
  uintptr_t at = reinterpret_cast<uintptr_t>(out);
  at += 4 * threadIdx.x;
  *reinterpret_cast<int *>(at) = threadIdx.x;
}
