// A loop that is unrolled by recursion of templates: each call is that of another class, down to the specialization that ends it.
template <int n> struct Unroll {
  template <typename Func, typename... Args> __device__ void operator()(const Func &f, Args... args) const {
    f(n - 1, args...);
    Unroll<n - 1>{}(f, args...);
  }
};
template <> struct Unroll<1> {
  template <typename Func, typename... Args> __device__ void operator()(const Func &f, Args... args) const { f(0, args...); }
};

__global__ void unrolled(float *a) {
  __shared__ float tile[64 * 7];
  auto load = [&] __device__(const int k) { tile[threadIdx.x * 7 + k] = a[threadIdx.x * 7 + k]; };
  Unroll<7>{}(load);
  __syncthreads();
  a[threadIdx.x * 7] = tile[(threadIdx.x ^ 32) * 7 + 3];
}

void launch(float *a) { unrolled<<<1, 64>>>(a); }
