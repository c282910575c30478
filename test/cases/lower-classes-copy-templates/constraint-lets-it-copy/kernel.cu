#include <type_traits>
__device__ int first[64];
struct View {
  int *data;
  __device__ View(int *p) : data(p) {}
  __device__ int *begin() { return first; }
  template <class C, class = std::enable_if_t<!std::is_pointer_v<C>>>
  __device__ View(C &c) : data(c.begin()) {}
};
__device__ void put(View v, int i) { v.data[0] = i; }
__global__ void fill(int *p) {
  View v(p + threadIdx.x);
  put(v, threadIdx.x);
}
