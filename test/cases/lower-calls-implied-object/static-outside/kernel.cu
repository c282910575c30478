struct Place {
  static __device__ int of(int t);
  __device__ int of(long t) const;
};

__device__ int Place::of(int t) { return t / 2; }
__device__ int Place::of(long t) const { return t; }

__global__ void kernel(int *out) {
  const Place place{};
  out[place.of((int)threadIdx.x)] = threadIdx.x;
}
