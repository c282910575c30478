__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
template <int size> void halve(int *out) {
  if (int half = size / 2; half >= 128) halve<size / 2>(out);
  else if (int n = size) wrapped<<<1, 128>>>(out, n);
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  halve<512>(out);
}
