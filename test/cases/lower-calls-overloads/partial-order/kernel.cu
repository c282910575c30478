template <int N> struct Row { int cells[N]; };
template <class A, class B> __device__ int cellOf(const A &, const B &) { return threadIdx.x; }
template <class A> __device__ int cellOf(const A &, const A &) { return 0; }
template <class A> __device__ int placeOf(const A &) { return 0; }
template <int N> __device__ int placeOf(const Row<N> &row) { return row.cells[0]; }

__global__ void kernel(int *out) {
    Row<2> row = {{(int)threadIdx.x, 0}};
    out[64 + placeOf(row)] = threadIdx.x;
    out[cellOf(1, 2)] = threadIdx.x; // race: 10
}
