__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;  // race: 3
}
template <class T> int f(T v) { return v; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = f<unsigned char>(256 + 32);
  fold<<<1, 64>>>(d, n);
}
