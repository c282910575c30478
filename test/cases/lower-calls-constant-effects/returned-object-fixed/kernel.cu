struct Shape {
  int rows, cols;
  constexpr __host__ __device__ Shape(int rows, int width) : rows(rows), cols(width * 8) {}
};
constexpr __device__ Shape shapeOf(int kind) {
  if (kind == 1) return Shape(8, 4);
  if (kind == 2) return Shape(4, 8);
  return Shape(1, 1);
}
constexpr __device__ int colsOf(int kind) {
  return shapeOf(kind).cols;
}
__global__ void fill(int *out) {
  constexpr Shape shape = shapeOf(2);
  __shared__ int tile[colsOf(2)];
  tile[threadIdx.x % shape.cols] = threadIdx.x;
  out[blockIdx.x * colsOf(2) + threadIdx.x] = tile[threadIdx.x];
}
void run(int *out) {
  fill<<<2, 64>>>(out);
}
