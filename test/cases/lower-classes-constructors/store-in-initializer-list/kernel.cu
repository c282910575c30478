__shared__ int cells[64];
struct Claim {
  int mine;
  __device__ Claim(int cell) : mine(cells[cell] = threadIdx.x) {}  // race: 4
};
__global__ void claim(int *out) {
  Claim mine(threadIdx.x / 2);
  out[threadIdx.x] = mine.mine;
}
