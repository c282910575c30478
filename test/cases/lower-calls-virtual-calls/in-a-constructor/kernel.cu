struct Base {
  int *at;
  __device__ Base(int *p) : at(p) { start(); }
  __device__ virtual void start() { at[threadIdx.x] = 1; }
};
struct Derived : Base {
  __device__ Derived(int *p) : Base(p) {}
  __device__ void start() override { at[0] = 1; }
};

__global__ void k(int *g) {
  Derived made(g);
}
