// All weights are summed up before any of them is used.
template <class T>
__global__ void normalize(const T *in, T *w, T *total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T v = 0;
  if (i < n) {
    v = in[i] * in[i];
    w[i] = v;
    atomicAdd(total, v);  // race: 11
  }
  if (i < n) w[i] = w[i] / *total;
}

void run(const float *in, float *w, float *total, int n, cudaStream_t s) {
  for (int k = 0; k < 3; k++)
    normalize<float><<<dim3((n + 255) / 256), dim3(256), 0, s>>>(in, w, total, n);
  normalize<float><<<1, dim3(64), 0, s>>>(in, w, total, 64);
}
