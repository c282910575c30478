__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

void run(int *out) {
  int n = 128;
  (n += 1) -= 65;
  spread<<<1, 128>>>(out, n);
}
