template <class T> concept Big = sizeof(T) > 4;
__device__ int cell(Big auto t) { return t; }
__device__ int cell(auto t) { return t / 2; }
__global__ void k(int *out) { out[cell((int)threadIdx.x)] = threadIdx.x; } // race: 4
