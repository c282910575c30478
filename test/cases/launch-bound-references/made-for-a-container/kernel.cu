__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
#include <vector>
struct Cell {
  int &value;
  Cell(int &x) : value(x) { value = 1; }
};
void run(int *d) {
  int n = 256;
  std::vector<Cell> cells;
  cells.emplace_back(n);
  put<<<1, 256>>>(d, n);
}
