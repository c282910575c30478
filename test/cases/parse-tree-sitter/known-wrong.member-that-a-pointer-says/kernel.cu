struct Pair {
  int first, second;
};
__global__ void put(int *out) {
  Pair pair{(int)threadIdx.x, (int)threadIdx.x / 2};
  int Pair::*first = &Pair::second;
  out[pair.*first] = threadIdx.x;  // race: 7
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 64>>>(d);
}
