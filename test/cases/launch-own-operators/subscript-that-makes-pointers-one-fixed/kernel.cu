struct Table {
  int *operator[](int *&x);
};
__global__ void put(int *a, int *__restrict__ b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = 2;
}
void run() {
  int *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  Table table;
  table[a];
  table[b];
  put<<<1, 64>>>(a, b);
}
