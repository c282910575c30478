struct Whole {
  int value;
  __device__ virtual void set(int v) { value = v; }
};
struct Half : Whole {
  __device__ virtual void set(long v) { if (threadIdx.x == 0) value = v; }
};

__global__ void run(Whole *w) {
  w->set(threadIdx.x);
}
