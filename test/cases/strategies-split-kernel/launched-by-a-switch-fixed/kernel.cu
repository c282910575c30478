namespace mine {
template <int N>
__global__ void turned(int *a, int *b) {
  int i = blockIdx.x * N + threadIdx.x;
  b[i] = a[4 * N - 1 - i];
}
}

void run(int *a, int *b, int kind) {
  switch (kind) {
    case 0: mine::turned<64><<<4, 64>>>(a, b); break;
    default: mine::turned<64><<<4, 64, 0, 0>>>(b, a);
  }
}
