struct Own { __device__ int cell() { return threadIdx.x; } };
struct All { __device__ int cell() { return 0; } };

template <typename Where> __global__ void fill(int *data, Where where) {
  data[where.cell()] = threadIdx.x;
}

template <typename T, typename Where = Own> struct Runner {
  T *data;
  Where where;
  void run();
};

template <typename T, typename Where> void Runner<T, Where>::run() { fill<<<1, 64>>>(data, where); }

void host(int *data) {
  Runner<int> runner{data};
  runner.run();
}
