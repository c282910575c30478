__global__ void put(int *a, int *__restrict__ b) {
  int t = threadIdx.x;
  a[t] = 1;
  b[t + 1] = t + 2;
}
struct Pair {
  int *a, *b;
};
int main() {
  Pair s;
  cudaMalloc(&s.a, 4096);
  cudaMalloc(&s.b, 4096);
  int *Pair::*which = &Pair::b;
  s.*which = s.a;
  put<<<1, 64>>>(s.a, s.b);
}
