struct Half {
  int at;
  __device__ Half(int t) : at(t / 2) {}
};
struct Cell : Half {
  using Half::Half;
  __device__ Cell(long long t) : Half(0) { at = t; }
};
__global__ void halves(int *out) {
  int t = threadIdx.x;
  Cell cell(t);
  out[cell.at] = t;
}
