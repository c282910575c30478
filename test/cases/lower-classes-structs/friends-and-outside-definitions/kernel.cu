template <class T> struct Cell {
  T at;
  __device__ Cell(T from) : at(from) {}
  __device__ T next(int step) const;
  friend __device__ Cell operator+(const Cell &a, const Cell &b) { return Cell(a.at + b.at); }
};
template <class T> __device__ T Cell<T>::next(int step) const { return at + step; }
__global__ void shift(int *out) {
  Cell<int> mine(threadIdx.x), two(2);
  Cell<int> sum = mine + two;
  out[sum.next(1)] = 1;
}
