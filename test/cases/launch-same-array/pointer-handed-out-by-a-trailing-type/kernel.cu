auto same(int *&p) -> int *& { return p; }
__global__ void shift(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void run() {
  int *a, *b;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  same(b) = a;
  shift<<<1, 32>>>(a, b);
}
