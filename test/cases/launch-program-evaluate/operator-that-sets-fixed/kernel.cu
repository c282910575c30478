__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int n;
  int operator-() {
    n = 128;
    return 1;
  }
};
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Size size{64};
  int one = -size;
  put<<<one, 128>>>(d, size.n);
}
