template <class T> __device__ int cellOf(T) { return threadIdx.x; }
template <class T> __device__ int cellOf(T *) { return 0; }

__global__ void kernel(int *out) {
    out[cellOf(out)] = threadIdx.x; // race: 5
}
