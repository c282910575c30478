__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

void run(int *out) {
  int n = 128;
  n += 1;
  spread<<<1, 128>>>(out, n);
}
