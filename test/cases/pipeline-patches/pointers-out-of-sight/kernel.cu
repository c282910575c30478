__global__ void mirror(const float *x, float *y) {
  __shared__ float s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = x[i + 1]; // race: 5
  y[i] = s[63 - t]; // race: 4
}
float *dataOf(const void *tensor);
void run(const void *from, void *to, int blocks) { mirror<<<blocks, 64>>>(dataOf(from), dataOf(to)); }
