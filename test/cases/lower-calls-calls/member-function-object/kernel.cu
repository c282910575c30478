struct Step { int by; __device__ int operator()(int at) const { return at * by; } };
template <class Op> struct Twice { Op op; __device__ int operator()(int at) const { return op(op(at)); } };

template <class Op> __device__ void put(int *out, const Op &op) {
  out[Twice<Op>{op}(threadIdx.x)] = threadIdx.x; // race: 5
}

__global__ void kernel(int *out) {
    Step step{0};
    put(out, step);
}
