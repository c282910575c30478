struct Pair {
  int first, second;
};
__global__ void put(int *out) {
  Pair pair{(int)threadIdx.x, (int)threadIdx.x / 2};
  out[pair.first] = threadIdx.x;
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 64>>>(d);
}
