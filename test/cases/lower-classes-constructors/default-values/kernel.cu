struct Shape {
  int rows = 2;
  int columns{3};
  int cell = 5;
  __device__ Shape(int at) : cell(at) {}
  __device__ Shape() : Shape(1) { rows = 4; }
};
struct Pair { int first = 7; Shape shape; };
__global__ void fill(int *out) {
  Shape given(threadIdx.x), delegated;
  Pair pair;
  Pair listed = {.first = 9};
  out[given.cell + given.rows - 2] = delegated.rows + pair.first + pair.shape.rows + listed.first;
}
