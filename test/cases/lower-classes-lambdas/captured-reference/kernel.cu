__global__ void store(int *out) {
  int at = threadIdx.x;
  auto put = [&](int value) { out[at] = value; };  // race: 3
  int one = at;
  at = 0;
  put(one);
}
