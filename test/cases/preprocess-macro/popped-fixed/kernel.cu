#define WIDTH 64
#pragma push_macro("WIDTH")
#undef WIDTH
#define WIDTH 32
_Pragma("pop_macro(\"WIDTH\")")
__global__ void put(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 64>>>(d, WIDTH);
}
