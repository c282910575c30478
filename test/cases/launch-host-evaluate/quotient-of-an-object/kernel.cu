__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

struct extent { int v; };
int operator/(extent e, int by) { return e.v / (2 * by); }

void run(int *out) { spread<<<1, 128>>>(out, extent{128} / 1); }
