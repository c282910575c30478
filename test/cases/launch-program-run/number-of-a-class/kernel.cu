__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Count {
  int half;
  operator int() const { return half * 2; }
};

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Count count{32};
  wrapped<<<1, 128>>>(d, count);
}
