template <typename T> __global__ void scatter(const int *to, const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[to[i]] += in[i]; // race: 3
}
void run(const int *to, const float *in, float *out) { scatter<float><<<4, 64>>>(to, in, out); }
