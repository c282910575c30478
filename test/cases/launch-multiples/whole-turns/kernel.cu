#include <cstdlib>
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    part[threadIdx.x] = in[i];
    __syncthreads();
    sum += part[255 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *in, float *out, int n) { sums<<<1, 256>>>(in, out, n); }
int main(int argc, char **argv) {
  int n = 32;
  for (int i = 1; i < argc; i++) n = strtol(argv[i], NULL, 10);
  n *= 1024;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  run(in, out, n);
}
