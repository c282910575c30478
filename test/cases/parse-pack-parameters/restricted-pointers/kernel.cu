// A kernel with a pack of pointers, whose dots stand behind a qualifier: the launch says how many there are, and of which types.
template <typename... T>
__global__ void sum(float *__restrict__ out, int n, const T *__restrict__... rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (rows[i] + ...);
}

int main() {
  float *out;
  double *b;
  int *c;
  cudaMalloc(&out, 1024);
  cudaMalloc(&b, 2048);
  cudaMalloc(&c, 1024);
  sum<<<4, 64>>>(out, 256, b, c);
}
