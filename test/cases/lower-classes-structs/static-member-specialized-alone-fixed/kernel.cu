template <class T> struct Spread { static constexpr int by = 1; };
__global__ void store(int *a) {
  int t = threadIdx.x;
  a[t / Spread<int>::by] = t;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  store<<<1, 64>>>(a);
}
