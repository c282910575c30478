#include <cuda/atomic>
__global__ void count(cuda::atomic<int, cuda::thread_scope_block> *total) {
  (*total)++; // race: 3
}
