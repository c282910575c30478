using index_t = unsigned int;
constexpr index_t threads = 256;
/** The tile is half as long as the block. */
__global__ void set(int *out) {
  out[blockIdx.x * 128 + threadIdx.x] = blockIdx.x + 1;  // race: 5
}
void host(int *out, unsigned blocks) { set<<<blocks, threads>>>(out); }
