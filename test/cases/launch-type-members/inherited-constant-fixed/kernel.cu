// The base has arguments of its own: a block has 2 threads.
template <int Rows, int Columns> struct Policy { static constexpr int threads = Rows * Columns; };
template <int Vector, int Rows, int Columns> struct Tiles : Policy<Rows, Columns> {};

__global__ void pairs(int *out) {
  out[threadIdx.x % 2] = threadIdx.x;
}

void host(int *out) { pairs<<<1, Tiles<8, 1, 2>::threads>>>(out); }
