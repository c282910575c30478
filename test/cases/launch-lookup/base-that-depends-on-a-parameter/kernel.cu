__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
int n = 64;
template <class T> struct Base {
  int n = 128;
};
template <class T> struct Runs : Base<T> {
  void run(int *d) { wrapped<<<1, 128>>>(d, n); }
};

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Runs<int> runs;
  runs.run(d);
}
