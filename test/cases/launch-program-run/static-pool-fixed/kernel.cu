__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}

int *fresh() {
  int *made = nullptr;
  cudaMalloc(&made, 4096);
  return made;
}
int main() {
  int *a = fresh();
  int *b = fresh();
  shift<<<1, 64>>>(a, b);
}
