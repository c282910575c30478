// Nothing in this file calls `run`: the instance of the kernel says what B and N are.
template <int B, int N>
__global__ void scale(float *x, int n) {
  for (int k = 0; k < N; k++) {
    int i = blockIdx.x * B + threadIdx.x * N + k;
    if (i < n)
      x[i] *= 2; // race: 7
  }
}
template <int B, int N>
void run(float *x, int n) {
  scale<B, N><<<(n + B - 1) / B, B / N * 2>>>(x, n);
}
template void run<512, 2>(float *, int);
