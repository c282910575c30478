__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int first = 1;
  double half = (first ? 1 : 2.5) / 2;
  wrapped<<<1, 128>>>(d, half == 0.5 ? 64 : 128);
}
