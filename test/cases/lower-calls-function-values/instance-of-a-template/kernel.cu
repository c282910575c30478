template <int STEP> __device__ int times(int t) { return STEP * t; }

template <typename T> __device__ void store(T *out, T (*place)(T)) {
  T t = threadIdx.x;
  out[place(t)] = t; // race: 5
}

__global__ void apply(int *out) { store<int>(out, times<0>); }
