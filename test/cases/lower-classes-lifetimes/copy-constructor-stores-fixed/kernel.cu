__device__ int last;
struct Counted {
  int value;
  __device__ Counted(int from) : value(from) {}
  __device__ Counted(const Counted &other) : value(other.value) { last = value; }
};
__device__ Counted made(int from) { return Counted(from); }
__global__ void copies(int *out) {
  Counted one = made(threadIdx.x);
  out[threadIdx.x] = one.value;
}
