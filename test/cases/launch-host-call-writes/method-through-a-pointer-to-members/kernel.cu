__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

struct sizes {
  int n;
  void halve() { n /= 2; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  sizes s = {128};
  void (sizes::*change)() = &sizes::halve;
  (s.*change)();
  spread<<<1, 128>>>(out, s.n);
}
