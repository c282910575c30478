__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}
int *(&tab())[2] { static int *t[2]; return t; }
int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  tab()[0] = d;
  tab()[1] = d;
  int *x = tab()[0];
  int *y = tab()[1];
  shift<<<1, 64>>>(d, e);
}
