__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int n = 64;
  Size *self = this;
};
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Size size;
  size.self->n = 128;
  put<<<1, 128>>>(d, size.n);
}
