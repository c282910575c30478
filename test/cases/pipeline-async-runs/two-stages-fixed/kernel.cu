#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void staged(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int c = 0, f = 0; c < n; c++) {
    for (; f < n && f < c + 2; f++) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % 2], in + f * 64, 256, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[c % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}
