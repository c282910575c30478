__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
int size(int &) { return 128; }
int size(long) { return 64; }

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  wrapped<<<1, 128>>>(out, size(5));
}
