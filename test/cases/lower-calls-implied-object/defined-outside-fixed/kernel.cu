struct Place {
  __device__ int of(int t);
  __device__ int of(long t) const;
};

__device__ int Place::of(int t) { return t; }
__device__ int Place::of(long t) const { return t / 2; }

__global__ void kernel(int *out) {
  Place place;
  out[place.of((int)threadIdx.x)] = threadIdx.x;
}
