__global__ void clear(int *out) {
  int at = threadIdx.x;
  auto zero = [](auto &value) { value = 0; };
  zero(at);
  out[at] = threadIdx.x;  // race: 5
}
