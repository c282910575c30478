__global__ void wrapped(int *out, int n) {
  if (threadIdx.x < n) out[0] = threadIdx.x;
}

void start(int *out, int n, int) { wrapped<<<1, 64>>>(out, n); }

struct Size {
  int n;
  int get() { return n; }
  int put() { return n = 64; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4);
  Size size;
  size.n = 1;
  int n = size.get();
  size.put();
  start(out, n, 0);
}
