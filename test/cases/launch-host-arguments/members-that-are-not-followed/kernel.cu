struct Pair {
  float *to[2];
};
__global__ void shift(Pair p) {
  p.to[0][threadIdx.x] = p.to[1][threadIdx.x + 1];
}
void run(float *x) {
  shift<<<1, 64>>>(Pair{{x, x}});
}
