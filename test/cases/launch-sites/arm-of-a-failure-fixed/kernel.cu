template <bool even> __global__ void fill(int *out) {
  int t = threadIdx.x;
  out[even ? t : t / 2] = t;
}

int main() {
  int *out;
  if (cudaMalloc(&out, 4096) != cudaSuccess) fill<true><<<1, 128>>>(out);
}
