__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];  // race: 4
  }
}

int main() {
  char *pool;
  cudaMalloc((void **)&pool, 4096);
  float *a = (float *)pool;
  float *b = reinterpret_cast<float *>(pool + 32 * 4);
  copy<<<1, 64>>>(a, b, 64);
}
