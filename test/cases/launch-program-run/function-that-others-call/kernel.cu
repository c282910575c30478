__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Shape {
  int count = 128;
};
void launch(int *data, Shape shape) { wrapped<<<1, 128>>>(data, shape.count); }
void other(int *data) {
  Shape shape;
  shape.count = 64;
  launch(data, shape);
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  launch(d, Shape());
}
