__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
struct Packed {
  union {
    struct {
      short low, high;
    } data;
    int both;
  };
};
struct Tensor {
  int *data;
};
int sum(Packed p) { return p.data.low + p.data.high; }
void run() {
  Tensor s, t;
  cudaMalloc(&s.data, 65 * sizeof(int));
  cudaMalloc(&t.data, 65 * sizeof(int));
  shift<<<1, 64>>>(t.data, s.data);
}
