__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
void set(const int &x) { const_cast<int &>(x) = 64; }

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 128, other = 1;
  set(n);
  wrapped<<<1, 128>>>(d, n);
}
