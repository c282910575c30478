#include <cuda/atomic>
__global__ void count(cuda::atomic<int, cuda::thread_scope_device> *total) {
  (*total)++;
  *total += 2;
  int seen = *total;
  *total = seen;
}
