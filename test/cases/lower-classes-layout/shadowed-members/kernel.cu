struct Base { int x = 3; };
struct Derived : Base { int x = 0; };
__global__ void shadow(int *out) {
  Derived d;
  d.x = threadIdx.x;
  d.Base::x = 7;
  out[d.x] = 1;
}
