struct Sink { int *to; __device__ void put(int at) { to[at] = threadIdx.x; } };
template <class D> struct Runs { __device__ void run(int at) { static_cast<D &>(*this).go(at); } };
struct All : Runs<All>, Sink { __device__ void go(int at) { put(at); } };
__global__ void run(int *out) {
  All all;
  all.to = out;
  all.run(threadIdx.x);
}
