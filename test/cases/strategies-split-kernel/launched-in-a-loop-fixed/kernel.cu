template <class T>
__global__ void normalize(T *w, const T *total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] = w[i] / *total;
}

void run(float *w, float *total, int n, cudaStream_t s) {
  for (int k = 0; k < 3; k++)
    normalize<float><<<dim3((n + 255) / 256), dim3(256), 0, s>>>(w, total, n);
  normalize<float><<<1, dim3(64), 0, s>>>(w, total, 64);
}
