template <bool even> __global__ void fill(int *out) {
  int t = threadIdx.x;
  out[even ? t : t / 2] = t; // race: 3
}

int main() {
  int *out;
  if (cudaMalloc(&out, 4096) != cudaSuccess) fill<false><<<1, 128>>>(out);
}
