struct Pair {
  int *to;
  const int *from;
};
__global__ void shift(const Pair *p) {
  int t = threadIdx.x;
  p->to[t] = p->from[t + 1];  // race: 7
}

int main() {
  int *d;
  Pair host, *pair;
  cudaMalloc(&d, 4096);
  cudaMalloc(&pair, sizeof(Pair));
  host.to = d;
  host.from = d;
  cudaMemcpy(pair, &host, sizeof(Pair), cudaMemcpyHostToDevice);
  shift<<<1, 64>>>(pair);
}
