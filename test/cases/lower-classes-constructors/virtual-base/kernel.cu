struct A {
  int v;
  __device__ A(int t = 0) : v(t) {}
};
struct B : virtual A {
  __device__ B(int t) : A(t) {}
};
struct C : B {
  __device__ C(int t) : A(t / 2), B(t) {}
};
__global__ void put(int *a) {
  int t = threadIdx.x;
  a[C(t).v] = t;
}
