struct Base { int step; };
struct Derived : Base { int other; };
__global__ void kernel(int *out) {
    Derived d;
    d.step = 1 - 0;
    Base &b = (Base &)d;
    b.step = 0;
    out[d.step * threadIdx.x] = threadIdx.x; // race: 8
}
