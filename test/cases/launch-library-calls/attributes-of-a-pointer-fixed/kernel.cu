__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}

int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  cudaPointerAttributes at;
  cudaPointerGetAttributes(&at, d);
  int *x = d;
  int *y = (int *)at.devicePointer;
  shift<<<1, 64>>>(d, e);
}
