__global__ void wrapped(int *out, int n) {
  if (threadIdx.x < n) out[0] = threadIdx.x;  // race: 2
}

void start(int *out, int n, int) { wrapped<<<1, 64>>>(out, n); }

int put(int &x) { return x = 64; }

int main() {
  int *out;
  cudaMalloc(&out, 4);
  int n = 1, m = 1;
  start(out, n + 0, put(n));
}
