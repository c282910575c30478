// `run` has a T of its own: the kernel that `mirror<double>` names is mirrored<double>.
template <typename T> __global__ void mirrored(const T *in, T *out) {
  __shared__ T s[128];
  s[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  if (sizeof(T) == 4) __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x];  // race: 4
}
template <typename K, typename T, typename... A> void run(K kernel, T blocks, A... args) { kernel<<<blocks, 128>>>(args...); }
template <typename T> void mirror(T *in, T *out) { run(mirrored<T>, 1, in, out); }
void host(double *in, double *out) { mirror<double>(in, out); }
