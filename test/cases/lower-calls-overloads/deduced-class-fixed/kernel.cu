template <class T> struct Range { T low, high; __device__ Range(T x) : low(x), high(x) {} };
template <class T> __device__ int cellOf(const Range<T> &) { return threadIdx.x; }
template <class T> __device__ int cellOf(T) { return 0; }

__global__ void kernel(int *out) {
    Range<float> range(1.0f);
    out[64 + cellOf(range)] = threadIdx.x;
    out[cellOf(range)] = threadIdx.x;
}
