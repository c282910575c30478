__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  wrapped<<<1, 128>>>(d, (int)sizeof(char[64]));
}
