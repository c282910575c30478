__shared__ int cells[64];
struct Claim {
  int mine;
  __device__ Claim(int cell) : mine(cells[cell] = threadIdx.x) {}
};
__global__ void claim(int *out) {
  Claim mine(threadIdx.x);
  out[threadIdx.x] = mine.mine;
}
