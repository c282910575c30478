__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
template <class T> int size(T) { return 64; }
template <> int size<int>(int) { return 128; }

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  wrapped<<<1, 128>>>(out, size(1));
}
