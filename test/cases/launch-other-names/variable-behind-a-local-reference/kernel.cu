__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

void run(int *out, int cells) {
  int n = cells;
  const int &seen = n;
  if (seen < 128)
    return;
  n = 64;
  spread<<<1, 128>>>(out, seen);
}
