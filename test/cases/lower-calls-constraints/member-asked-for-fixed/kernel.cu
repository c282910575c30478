struct P { int x; };
struct Q { int y; };
template <class T> concept HasX = requires(T t) { t.x; };
template <HasX T> __device__ int cell(T t) { return t.x / 2; }
template <class T> __device__ int cell(T t) { return t.y; }
__global__ void k(int *out) { out[cell(Q{(int)threadIdx.x})] = threadIdx.x; }
