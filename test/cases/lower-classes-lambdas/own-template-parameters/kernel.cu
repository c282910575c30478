template <int N> struct Divisor {};

__global__ void k(int *a) {
  int t = threadIdx.x;
  auto store = [=]<int N>(Divisor<N>) {
    a[t / N] = t; // race: 6
  };
  store(Divisor<2>{});
}
