__global__ void mark(const int *to, const int *owner, int *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = owner[t];
}

void run(const int *to, int *owner, int *out) {
  mark<<<4, 64>>>(to, owner, out);
}
