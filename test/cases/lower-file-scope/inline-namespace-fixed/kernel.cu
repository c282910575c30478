namespace lib {
inline namespace v1 {
__device__ int place(int t) { return t * 2; }
const int wide = 1;
struct Slot {
  int at;
};
}  // namespace v1
}  // namespace lib
inline namespace own {
__device__ int moved(int t) { return t; }
}
__global__ void set(int *a) {
  lib::Slot s = {lib::place(::moved(threadIdx.x))};
  a[s.at * lib::wide] = threadIdx.x;
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  set<<<1, 64>>>(d);
}
