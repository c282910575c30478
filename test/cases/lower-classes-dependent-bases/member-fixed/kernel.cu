static const int stride = 0;

template <class T>
struct Base { T stride = 1; };

template <class T>
struct Grid : Base<T> {
  __device__ int at(int i) { return i * this->stride; }
};

__global__ void store(int *out) {
  Grid<int> grid;
  out[grid.at(threadIdx.x)] = threadIdx.x;
}
