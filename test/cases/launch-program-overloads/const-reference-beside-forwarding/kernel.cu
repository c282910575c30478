__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
template <class T> int size(T &&) { return 64; }
int size(const int &) { return 128; }

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  int x = 1;
  wrapped<<<1, 128>>>(out, size(x));
}
