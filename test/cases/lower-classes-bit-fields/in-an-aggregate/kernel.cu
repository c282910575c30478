struct Packed {
  unsigned v : 4;
};
__global__ void put(int *a) {
  int t = threadIdx.x;
  a[Packed{(unsigned)t}.v] = t; // race: 6
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 64>>>(d);
}
