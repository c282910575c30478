struct Empty {};

struct Cell {
  [[no_unique_address]] Empty tag;
  int value;
};

__global__ void fill(int *out) {
  int t = threadIdx.x;
  Cell *cells = reinterpret_cast<Cell *>(out);
  cells[t].value = t; // race: 12
  out[2 * t] = t; // race: 11
}
