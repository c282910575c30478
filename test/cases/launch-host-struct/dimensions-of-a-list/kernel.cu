struct Shape {
  dim3 grid, block;
};
__global__ void fill(int *a) {
  a[threadIdx.x % 64] = threadIdx.x; // race: 5
}
void run(int *a) {
  Shape shape = {dim3(1), dim3(64)};
  shape.block.x = 128;
  fill<<<shape.grid, shape.block>>>(a);
}
