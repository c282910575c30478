__global__ void store_rows(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[32];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 32 + t] * 2;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" :: "l"(out + i * 32), "r"((unsigned)__cvta_generic_to_shared(s)) : "memory");
      asm volatile("cp.async.bulk.commit_group;");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
