// not compiled by nvcc: the header with the tags is not here
#include "tags.h"

template <typename Op, typename Where> struct Launcher;

template <typename Op> struct Launcher<Op, OnHost> {
  static void run(int n, float *out) { for (int i = 0; i < n; i++) Op::apply(i, n, out); }
};

template <typename Op> __global__ void each(int n, float *out);

struct Turn {
  static __host__ __device__ void apply(int i, int n, float *out) {
    if (i < n)
      out[i] += 1.0f;
  }
};

template <typename Op> struct Launcher<Op, OnDevice> {
  static void run(int n, float *out) { each<Op><<<(n + 255) / 256, 256>>>(n, out); }
};

template <typename Op> __global__ void each(int n, float *out) { Op::apply(blockIdx.x * blockDim.x + threadIdx.x, n, out); }

void host(int n, float *out) { Launcher<Turn, OnDevice>::run(n, out); }
