template <class T> concept Wide = sizeof(T) > 2;
template <class T> concept Word = Wide<T> && sizeof(T) < 8;
struct P { int x; };
template <Wide T> __device__ int cell(T t) { return t; }
template <Word T> __device__ int cell(T t) { return t / 2; }
__global__ void k(int *out) { out[cell((int)threadIdx.x)] = threadIdx.x; } // race: 6
