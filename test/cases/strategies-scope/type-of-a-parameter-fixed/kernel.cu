#include <cuda/atomic>
__global__ void count(cuda::atomic<int, cuda::thread_scope_device> *total) {
  (*total)++;
}
void run(cuda::atomic<int, cuda::thread_scope_device> *total) { count<<<2, 64>>>(total); }
