struct Place {
    int at;
    __device__ explicit Place(int i) : at(i) {}
    __device__ Place(long i) : at((int)i / 2) {}
};

__device__ int placeOf(Place place) { return place.at; }

__global__ void kernel(int *out) {
    out[placeOf((int)threadIdx.x)] = threadIdx.x; // race: 10
}
