struct Store {
  template <typename T> __device__ static void run(int at, T *out) {
    out[at / 2] = at; // race: 3
  }
};
template <typename Op, typename... Args> __global__ void kernel(Args... args) { Op::run(threadIdx.x, args...); }
template <typename Op, typename... Args> void launch(Args... args) { kernel<Op, Args...><<<1, 64>>>(args...); }

void host(int *out) { launch<Store>(out); }
