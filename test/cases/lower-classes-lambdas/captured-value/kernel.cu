__global__ void store(int *out) {
  int at = threadIdx.x;
  auto put = [=, twice = 2 * at](int value) { out[at] = value + twice; };
  at = 0;
  put(at);
}
