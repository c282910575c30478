__global__ void fill(float *out, int n) {
  for (int c = threadIdx.x * 4; c < n; c += blockDim.x * 4)
    for (int k = 0; k < 4; k++) out[blockIdx.x * n + c + k] = threadIdx.x + k; // race: 3
}
void run(float *out, int n, int rows) { fill<<<rows, 128>>>(out, n); }
