__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

struct sizes { int n; };
sizes common = {128};
void shrink() { common.n = 64; }

void run(int *out, const sizes &s) {
  if (s.n < 128)
    return;
  shrink();
  spread<<<1, 128>>>(out, s.n);
}
