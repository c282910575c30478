__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

enum kind { wide = 128 };
int operator+(kind, int) { return 64; }

void run(int *out) { spread<<<1, 128>>>(out, wide + 0); }
