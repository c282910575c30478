// Class templates as arguments of templates, with a default, deduced from a parameter.
template <class T> struct Narrow {
  typedef T *type;
  __device__ static int step() { return 1; }
};
template <class T> struct Wide {
  typedef T *type;
  __device__ static int step() { return 2; }
};
template <class T, template <class> class Traits = Narrow> struct View {
  typename Traits<T>::type data;
  __device__ T &at(int k) { return data[k * Traits<T>::step()]; }
};
template <template <class> class Traits> __device__ void put(View<int, Traits> &view, int k) {
  view.data[k * Traits<int>::step() + 1] = k;
}

template <template <class> class Traits> __global__ void taken_by_name(int *out) {
  View<int, Traits> view;
  view.data = out;
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  view.at(k) = k;
  put(view, k);
}

void host(int *out) { taken_by_name<Wide><<<2, 64>>>(out); }
