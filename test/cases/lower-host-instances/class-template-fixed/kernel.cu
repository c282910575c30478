template <typename T, int COUNT> __global__ void shift(T *data) {
  __shared__ T tile[COUNT];
  tile[threadIdx.x] = data[threadIdx.x];
  if constexpr (sizeof(T) == 8) __syncthreads();
  data[threadIdx.x] = tile[COUNT - 1 - threadIdx.x];
}

template <typename T, int COUNT> struct Runner {
  T *data;
  void run();
};

template <typename T, int COUNT> void Runner<T, COUNT>::run() { shift<T, COUNT><<<1, COUNT>>>(data); }

void host(double *data) {
  Runner<double, 64> runner{data};
  runner.run();
}
