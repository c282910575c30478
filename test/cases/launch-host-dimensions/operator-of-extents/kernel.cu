__global__ void fill(int *out) {
  out[threadIdx.x] = threadIdx.y;  // race: 2
}

dim3 operator*(dim3 block, int m) {
  block.y *= m;
  return block;
}
void run(int *d) { fill<<<1, dim3(64) * 2>>>(d); }
