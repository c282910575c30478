__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Half {
  int n;
  Half(int m) : n(m / 2) {}
};
void run(int *d, const Half &half) { put<<<1, 128>>>(d, half.n); }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 256;
  run(d, n);
}
