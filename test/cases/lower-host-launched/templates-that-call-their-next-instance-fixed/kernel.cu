template <int N>
__global__ void spread(int *a) {
  a[threadIdx.x * N] = threadIdx.x;
}
template <int N>
void each(int *x) {
  if constexpr (N < 2) each<N + 1>(x);
  else spread<N><<<1, 64>>>(x);
}
void run(int *x) { each<1>(x); }
