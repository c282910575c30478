__global__ void mirror(const float *__restrict__ x, float *__restrict__ y) {
  __shared__ float s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = x[i + 1];
  __syncthreads();
  y[i] = s[63 - t];
}
float *dataOf(const void *tensor);
void run(const void *from, void *to, int blocks) { mirror<<<blocks, 64>>>(dataOf(from), dataOf(to)); }
