__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Base {
  int n = 128;
};
struct Derived : Base {
  int n = 64;
};

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Derived derived;
  wrapped<<<1, 128>>>(d, derived.n);
}
