__device__ int last;
struct Counted {
  int value;
  __device__ Counted(int from) : value(from) {}
  __device__ Counted(const Counted &other) : value(other.value) { last = value; }  // race: 5
};
__global__ void copies(int *out) {
  Counted one(threadIdx.x);
  Counted two = one;
  out[threadIdx.x] = two.value;
}
