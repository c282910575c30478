#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void load_all(const float *in, float *out) {
  __shared__ alignas(128) float s[64];
  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (t == 0) {
    cuda::device::experimental::cp_async_bulk_global_to_shared(s, in, sizeof(s), bar);  // race: 20
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(s));
  } else {
    token = bar.arrive();
  }
  out[t] = s[63 - t];
  bar.wait(std::move(token));
}
