struct Packed {
  unsigned v : 4;
};
__global__ void put(int *a) {
  int t = threadIdx.x;
  a[Packed{(unsigned)t}.v] = t;
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 16>>>(d);
}
