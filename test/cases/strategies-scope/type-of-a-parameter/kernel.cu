#include <cuda/atomic>
__global__ void count(cuda::atomic<int, cuda::thread_scope_block> *total) {
  (*total)++; // race: 3
}
void run(cuda::atomic<int, cuda::thread_scope_block> *total) { count<<<2, 64>>>(total); }
