struct Place {
  __device__ int of(int t) { return t; }
  __device__ int of(long t) const { return t / 2; }
};

__global__ void kernel(int *out) {
  const Place place{};
  out[place.of(threadIdx.x)] = threadIdx.x; // race: 8
}
