#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void staged(const int *in, int *out) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (threadIdx.x < 32) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[0][threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
  } else {
    pipe.consumer_wait();
    out[threadIdx.x] = s[0][63 - threadIdx.x];
    pipe.consumer_release();
  }
}
