// not compiled by nvcc: the headers of PyTorch are not here
template <typename T> __global__ void count(T *bins, const int *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) gpuAtomicAdd(bins + bin[i] % 8, static_cast<T>(1)); // race: 5
  if (i < 8) bins[i] = 0; // race: 4
}

void run(int64_t *bins, const int *bin, int n) { count<<<(n + 63) / 64, 64>>>(bins, bin, n); }
