template <class T> __device__ T moved(unsigned mask, const T value, int step, int width = 32) { return value / 2; }
template <class T> __device__ T moved(const T value, int step, int width = 32, unsigned mask = ~0u) { return 0; }
template <class T> __device__ T all(T value, unsigned mask = ~0u) { return moved(mask, value, 1, 32); }

__global__ void kernel(int *out) {
    out[all((long)threadIdx.x)] = threadIdx.x; // race: 6
}
