__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 256, list[] = {1};
  for (n /= 2; int one : list) n *= one;
  put<<<1, 128>>>(d, n);
}
