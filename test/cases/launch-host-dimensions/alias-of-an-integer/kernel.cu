using index_t = unsigned int;
constexpr index_t threads = 256;
/** The block is as long as a constant whose type has a name of its own. */
__global__ void set(int *out) {
  out[blockIdx.x * 256 + threadIdx.x] = threadIdx.y + 1;
}
void host(int *out, unsigned blocks) { set<<<blocks, threads>>>(out); }
