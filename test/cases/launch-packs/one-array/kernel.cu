__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1]; // race: 2
}
template <class K, class... A> void launch(K kernel, A... args) {
  kernel<<<1, 64>>>(args...);
}
void run() {
  int *in, *out;
  cudaMalloc(&in, 65 * sizeof(int));
  cudaMalloc(&out, 65 * sizeof(int));
  launch(shift, in, in);
}
