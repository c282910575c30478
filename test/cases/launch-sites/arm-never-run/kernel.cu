template <bool even> __global__ void fill(int *out) {
  int t = threadIdx.x;
  out[even ? t : t / 2] = t; // race: 3
}

void shrink(int *n) { *n -= 3; }

int main() {
  int *out, n = 8;
  cudaMalloc(&out, 4096);
  shrink(&n);
  [&] {
    if (n % 2 == 0) fill<true><<<1, 128>>>(out);
    else fill<false><<<1, 128>>>(out);
  }();
}
