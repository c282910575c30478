__device__ unsigned multiprocessor() {
  unsigned id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}
__global__ void count(int *scratch, const int *in) {
  atomicAdd(&scratch[multiprocessor() * 64 + threadIdx.x], in[blockIdx.x * 64 + threadIdx.x]);
}
int main() {
  int *scratch, *in;
  cudaMalloc(&scratch, 65536);
  cudaMalloc(&in, 65536);
  count<<<8, 64>>>(scratch, in);
}
