__device__ unsigned inBlock(unsigned at, unsigned rank) {
  unsigned made;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(made) : "r"(at), "r"(rank));
  return made;
}
__global__ void __cluster_dims__(2, 1, 1) swap(int *out, const int *in) {
  __shared__ int s[64];
  unsigned rank, got;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];  // race: 13
  __syncthreads();
  unsigned other = inBlock((unsigned)__cvta_generic_to_shared(&s[threadIdx.x]), rank ^ 1);
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(got) : "r"(other) : "memory");
  out[blockIdx.x * 64 + threadIdx.x] = got;
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
