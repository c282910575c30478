__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Filled {
  int n;
  Filled(int *out, int n) : n(n) { wrapped<<<1, 128>>>(out, this->n); }
  explicit Filled(int *out) : Filled(out, 128) {}
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Filled filled(out);
}
