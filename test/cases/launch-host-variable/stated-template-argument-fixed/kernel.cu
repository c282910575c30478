__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;
}
template <class T> int f(T v) { return v; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = f<unsigned char>(256 + 64);
  fold<<<1, 64>>>(d, n);
}
