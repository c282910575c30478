__device__ int at(int t) { return t / 2; }
struct Cell {
  __device__ friend int at(long t) { return t; }
  __device__ int cell(int t) { return at(t); }
};
__global__ void friends(int *out) {
  int t = threadIdx.x;
  Cell cell;
  out[cell.cell(t)] = t;
}
