__global__ void shift(float *a, const float *b) {
  a[threadIdx.x] = b[threadIdx.x + 1]; // race: 2
}
template <bool In> struct Pick {
  static float *of(float *x, float *y) { return y; }
};
template <> struct Pick<true> {
  static float *of(float *x, float *y) { return x; }
};
int main() {
  float *a, *b;
  cudaMalloc(&a, 65 * sizeof(float));
  cudaMalloc(&b, 65 * sizeof(float));
  shift<<<1, 64>>>(a, Pick<true>::of(a, b));
}
