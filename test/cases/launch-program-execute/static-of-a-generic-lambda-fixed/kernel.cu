__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}


int main() {
  int *out;
  cudaMalloc(&out, 4096);
  auto next = [](int) {
    static int n = 32;
    return n *= 2;
  };
  next(1L);
  wrapped<<<1, 128>>>(out, next(1));
}
