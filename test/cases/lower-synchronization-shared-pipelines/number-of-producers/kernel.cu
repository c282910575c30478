#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void pass(int *out, const int *in, int n) {
  __shared__ int s[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline(block, &state, 32);
  for (int i = 0; i < n; i++) {
    if (t < 32) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[i % 2][t], in + i * 32 + t, sizeof(int), pipe);  // race: 17
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      pipe.consumer_release();
      out[i * 32 + t - 32] = s[i % 2][63 - t];
    }
  }
}
