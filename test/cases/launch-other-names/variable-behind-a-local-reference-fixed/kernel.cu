__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

void run(int *out, int cells) {
  int n = cells;
  const int &seen = n;
  n += 64;
  if (seen < 128)
    return;
  spread<<<1, 128>>>(out, seen);
}
