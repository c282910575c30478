__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 128, bytes;
  bytes = sizeof(n /= 2);
  wrapped<<<1, 128>>>(d, n);
  return bytes < 0;
}
