struct Sink { int *to; __device__ void put(int at) { to[at] = threadIdx.x; } };  // race: 1
template <class D> struct Runs { __device__ void run(int at) { static_cast<D *>(this)->go(at); } };
struct Halves : Runs<Halves>, Sink { __device__ void go(int at) { put(at / 2); } };
__global__ void run(int *out) {
  Halves halves;
  halves.to = out;
  halves.run(threadIdx.x);
}
