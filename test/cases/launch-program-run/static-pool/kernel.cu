__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 3
}

int *pool() {
  static int *kept = nullptr;
  if (!kept) cudaMalloc(&kept, 4096);
  return kept;
}
int main() {
  int *a = pool();
  int *b = pool();
  shift<<<1, 64>>>(a, b);
}
