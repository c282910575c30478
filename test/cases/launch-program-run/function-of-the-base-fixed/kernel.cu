__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Base {
  int count = 128;
  int get() { return count; }
};
struct Derived : Base {
  int get() { return 128; }
};
int countOf(Base &base) { return base.get(); }

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Derived derived;
  wrapped<<<1, 128>>>(d, countOf(derived));
}
