using Ref = int *&;
void put(Ref p, int *q);
__global__ void shift(int *out, const int *__restrict__ in) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void run() {
  int *a, *b;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  put(b, a);
  shift<<<1, 32>>>(a, b);
}
