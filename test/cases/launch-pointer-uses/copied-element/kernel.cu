__global__ void put(int *a, int *b) {
  int t = threadIdx.x;
  a[t] = 1;
  b[t + 1] = t + 2; // race: 3
}
typedef int *Row;
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Row *rows = new Row[2];
  rows[0] = d;
  rows[1] = *rows;
  put<<<1, 64>>>(rows[0], rows[1]);
}
