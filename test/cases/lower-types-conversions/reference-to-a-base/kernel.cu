struct Base { int step; };
struct Derived : Base { int step; };
__global__ void kernel(int *out) {
    Derived d;
    d.step = 1;
    Base &b = d;
    b.step = 0;
    out[d.Base::step * threadIdx.x] = threadIdx.x; // race: 8
}
