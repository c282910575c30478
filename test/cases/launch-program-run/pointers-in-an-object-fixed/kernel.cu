struct Pair {
  int *to;
  const int *from;
};
__global__ void shift(Pair p) {
  int t = threadIdx.x;
  p.to[t] = p.from[t + 1];
}

int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  Pair host = {d, e};
  shift<<<1, 64>>>(host);
}
