struct Place {
  template <class T> __device__ int of(T t) { return t / 2; }
  __device__ int of(int t) const { return t; }
};

__global__ void kernel(int *out) {
  const Place place{};
  out[place.of((int)threadIdx.x)] = threadIdx.x;
}
