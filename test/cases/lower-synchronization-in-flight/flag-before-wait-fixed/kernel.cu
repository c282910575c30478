#define COPY(to, from) \
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")
__global__ void k(const int *in, int *o) {
  __shared__ int s[1], flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    COPY(s, in);
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __threadfence_block();
    atomicExch(&flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) { }
    __threadfence_block();
    o[blockIdx.x] = s[0];
  }
}
