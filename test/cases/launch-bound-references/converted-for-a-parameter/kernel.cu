__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Cell {
  int &value;
  Cell(int &x) : value(x) {}
};
void clear(Cell cell) { cell.value = 1; }
void run(int *d) {
  int n = 256;
  clear(n);
  put<<<1, 256>>>(d, n);
}
