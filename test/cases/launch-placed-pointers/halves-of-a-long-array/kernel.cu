// Two halves of one array, whose length the host keeps in 64 bits and passes in 32.
__global__ void copy(const float *from, float *to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

void run(float *buffer, long long n) {
  copy<<<64, 256>>>(buffer, buffer + n, n);
}
