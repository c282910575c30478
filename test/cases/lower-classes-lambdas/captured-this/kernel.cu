struct Row {
  int start;
  __device__ int at(int k) {
    auto from = [this](int step) { return start + step; };
    auto copy = [*this](int step) mutable { start += step; return start; };
    return from(k) + 0 * copy(k);
  }
};
__global__ void rows(int *out) {
  Row row{(int)threadIdx.x};
  row.at(5);
  out[row.at(1)] = 1;
}
