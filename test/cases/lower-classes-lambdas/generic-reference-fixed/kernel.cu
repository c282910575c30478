__global__ void clear(int *out) {
  int at = threadIdx.x;
  auto zero = [](auto value) { value = 0; return value; };
  int none = zero(at);
  out[at + none] = threadIdx.x;
}
