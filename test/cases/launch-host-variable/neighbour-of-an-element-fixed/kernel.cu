__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;
}

int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int v[4] = {64, 64, 64, 64};
  int *p = &v[3];
  *--p = 32;
  int n = v[ 1 ];
  fold<<<1, 64>>>(d, n);
}
