namespace a {
struct S {
  int x;
};
}
namespace b {
struct S {
  int x;
  __device__ S(int y) : x(y) {}
  __device__ S(a::S s) : x(s.x/2) {}
};
}
__device__ int at(b::S s) { return s.x; }
__global__ void k(int *out) {
  out[at(a::S{(int)threadIdx.x})] = threadIdx.x;  // race: 15
}
