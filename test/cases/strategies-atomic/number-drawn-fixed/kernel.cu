// As number-drawn, with the atomic of its patch: no two threads draw the same place.
__global__ void numberPositive(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    int place = atomicAdd(count, 1);
    out[i] = place;
  }
}

void start(const int *in, int *out, int *count) { numberPositive<<<4, 64>>>(in, out, count, 200); }
