__global__ void fill(int *out) {
  out[threadIdx.x] = threadIdx.y;  // race: 2
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  dim3 block(64);
  unsigned dim3::*x = &dim3::y;
  block.*x = 2;
  fill<<<1, block>>>(d);
}
