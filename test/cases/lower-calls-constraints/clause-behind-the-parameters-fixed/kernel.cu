template <class T> __device__ int cell(T t) requires (sizeof(T) > 4) { return t; }
__device__ int cell(...) { return 5; }
__global__ void k(int *out) { out[cell((long long)threadIdx.x)] = threadIdx.x; }
