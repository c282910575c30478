__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Flag {
  bool on;
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  int n = 128;
  Flag{false}.on && (n = 64, true);
  wrapped<<<1, 128>>>(out, n);
}
