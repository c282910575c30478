__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
template <class F>
void with(F f, int count = 64) {
  f(count);
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  with([&](int count) { wrapped<<<1, 128>>>(d, count); });
}
