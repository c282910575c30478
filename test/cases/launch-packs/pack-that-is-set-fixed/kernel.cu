__global__ void shift(int *a, const int *__restrict__ b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
template <class... A> void together(int *to, A &...all) { ((all = to), ...); }
template <class K, class... A> void launch(K kernel, A &...args) {
  int *one = nullptr;
  cudaMalloc(&one, 65 * sizeof(int));
  together(one, args...);
  kernel<<<1, 64>>>(args...);
}
void run() {
  int *in, *out;
  cudaMalloc(&in, 65 * sizeof(int));
  cudaMalloc(&out, 65 * sizeof(int));
  launch(shift, out, in);
}
