// The threads of a block, and the cells for them, are what the policy of the caller says.
template <int Rows, int Columns> struct Policy {
  static constexpr int rows = Rows;
  static constexpr int threads = rows * Columns;
};
template <int Vector, int Rows, int Columns> struct Tiles : Policy<Rows, Columns> { using Base = Policy<Rows, Columns>; };

template <class P> __global__ void turned(int *out) {
  __shared__ int cells[P::threads];
  int t = threadIdx.x;
  cells[t % P::threads] = t;
  __syncthreads();
  out[blockIdx.x * P::threads + t] = cells[P::threads - 1 - t];
}

template <class P> void run(int *out, int n) {
  turned<P><<<n, P::threads>>>(out);
  turned<P><<<n, P::Base::threads>>>(out);
}

void host(int *out, int n) {
  if (n > 64) {
    using Large = Tiles<4, 16, 8>;
    run<Large>(out, n);
  } else {
    using Large = Tiles<4, 32, 8>;
    cudaMemset(out, 0, Large::threads * sizeof(int));
  }
}
