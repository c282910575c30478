__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}


int main() {
  int *out;
  cudaMalloc(&out, 4096);
  int n = 128;
  wrapped<<<1, n>>>(out, n = 64);
}
