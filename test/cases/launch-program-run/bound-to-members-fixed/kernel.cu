__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Shape {
  int block, count;
};
Shape shapeOf() { return {128, 128}; }

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  auto [block, count] = shapeOf();
  wrapped<<<1, block>>>(d, count);
}
