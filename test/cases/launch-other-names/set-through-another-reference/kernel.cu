__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

void run(int *out, int &n, int &m) {
  if (n < 128)
    return;
  m = 64;
  spread<<<1, 128>>>(out, n);
}
