struct P { int x; };
struct Q { int y; };
template <class T> __device__ auto cell(T t, int) -> decltype(t.x) { return t.x / 2; }
template <class T> __device__ int cell(T t, long) { return t.y; }
__global__ void k(int *out) { out[cell(P{(int)threadIdx.x}, 0)] = threadIdx.x; } // race: 5
