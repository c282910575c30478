struct Shift {
  __device__ void operator()(int *to, const int *from, int by) const {
    to[threadIdx.x] = from[threadIdx.x + by];
  }
};
template <class F, class... Args>
__global__ void apply(F f, Args... args) {
  f(args...);
}
template <class F, class... Args>
void launch(F f, Args &&...args) {
  apply<<<1, 64>>>(f, std::forward<Args>(args)...);
}
void run(int *x, int *y) {
  launch(Shift(), x, y, 1);
}
