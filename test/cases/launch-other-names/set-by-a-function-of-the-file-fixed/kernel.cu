__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

struct sizes { int n; };
sizes common = {128};
void shrink() { common.n = 64; }

void run(int *out, const sizes &s) {
  shrink();
  if (s.n < 128)
    return;
  spread<<<1, 128>>>(out, s.n);
}
