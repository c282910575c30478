struct Place {
  int at;
  __device__ virtual void set(int x) { at = x; }
};

struct Half : Place {
  __device__ void set(int x) override { at = x / 2; }
};

__device__ void moveTo(Place &place, int x) { place.set(x); }

__global__ void pairs(int *out) {
  Half place;
  moveTo(place, threadIdx.x);
  out[place.at] = threadIdx.x; // race: 15
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  pairs<<<1, 64>>>(out);
}
