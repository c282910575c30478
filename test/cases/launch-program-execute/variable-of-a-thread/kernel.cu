__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
int next() {
  thread_local int n = 256;
  return n /= 2;
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 128>>>(d, next());
  put<<<1, 128>>>(d, next());
}
