__global__ void square(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i] * in[i]);
}
void run(const float *in, float *out, int n) {
  cudaMemset(out, 0, sizeof(float));
  square<<<(n + 255) / 256, 256>>>(in, out, n);
}
