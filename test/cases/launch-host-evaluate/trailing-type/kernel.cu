__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;  // race: 3
}
auto f(int v) -> unsigned char { return v; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = f(256 + 32);
  fold<<<1, 64>>>(d, n);
}
