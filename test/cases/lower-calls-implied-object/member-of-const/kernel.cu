struct Place {
  __device__ int of(int t) { return t; }
  __device__ int of(int t) const { return t / 2; }
  __device__ int again(int t) const { return of(t); }
};

struct Holder {
  Place place;
};

__global__ void kernel(int *out) {
  const Holder holder{};
  out[holder.place.again(threadIdx.x)] = threadIdx.x; // race: 13
}
