template <typename T> struct View { T *ptr; int n; };
template <typename T> T *memAlloc(const size_t &elements);
__global__ void shift(View<int> a, View<int> b) {
  a.ptr[threadIdx.x] = b.ptr[threadIdx.x + 1];
}
void run() {
  View<int> a, b;
  a.n = b.n = 65;
  a.ptr = memAlloc<int>(65);
  b.ptr = memAlloc<int>(65);
  shift<<<1, 64>>>(a, b);
}
