__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
int next(int x) {
  static int n = x;
  return n;
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  next(64);
  wrapped<<<1, 128>>>(d, next(128));
}
