struct Place {
  __device__ int of(int t) { return t; }
  __device__ int of(int t) const { return t / 2; }
};

__device__ int placed(Place &place, int t) { return place.of(t); }

__global__ void kernel(int *out) {
  Place place;
  out[placed(place, threadIdx.x)] = threadIdx.x;
}
