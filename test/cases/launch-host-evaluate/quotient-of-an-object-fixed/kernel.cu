__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

void run(int *out) { spread<<<1, 128>>>(out, unsigned{128} / 1); }
