__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Shape {
  int block, count;
};
Shape shapeOf() { return {128, 64}; }

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  auto [block, count] = shapeOf();
  wrapped<<<1, block>>>(d, count);
}
