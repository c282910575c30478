struct Base { float *b; };
struct All : Base { float *a, *b; };
__global__ void shift(float *a, const float *b) {
  a[threadIdx.x] = b[threadIdx.x + 1]; // race: 4
}
int main() {
  All all;
  cudaMalloc(&all.a, 65 * sizeof(float));
  cudaMalloc(&all.b, 65 * sizeof(float));
  Base &base = all;
  base.b = all.a;
  shift<<<1, 64>>>(all.a, all.Base::b);
}
