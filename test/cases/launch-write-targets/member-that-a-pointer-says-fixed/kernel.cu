__global__ void fill(int *out) {
  out[threadIdx.x] = threadIdx.y;
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  dim3 block(64);
  block.x = 32;
  fill<<<1, block>>>(d);
}
