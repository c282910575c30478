// Every member of the class template names it, and each may call the others: instances are found all the same.
template <typename T>
__global__ void fill(T *p) {
  p[threadIdx.x] = 1;
}

template <typename T>
class Grid {
 public:
  void step0(const Grid<T> &other);
  void step1(const Grid<T> &other);
  void step2(const Grid<T> &other);
  void step3(const Grid<T> &other);
  void step4(const Grid<T> &other);
  void step5(const Grid<T> &other);
  void step6(const Grid<T> &other);
  void step7(const Grid<T> &other);
  T *data;
};

template <typename T> void Grid<T>::step0(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }
template <typename T> void Grid<T>::step1(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }
template <typename T> void Grid<T>::step2(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }
template <typename T> void Grid<T>::step3(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }
template <typename T> void Grid<T>::step4(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }
template <typename T> void Grid<T>::step5(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }
template <typename T> void Grid<T>::step6(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }
template <typename T> void Grid<T>::step7(const Grid<T> &other) { Grid<T> copy; copy.data = other.data; fill<T><<<1, 32>>>(copy.data); }

void run(Grid<float> &grid) {
  grid.step0(grid);
}
