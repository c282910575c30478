#define BOOL_SWITCH(condition, NAME, ...) \
  [&] { \
    if (condition) { constexpr static bool NAME = true; return __VA_ARGS__(); } \
    else { constexpr static bool NAME = false; return __VA_ARGS__(); } \
  }()

template <bool even> __global__ void fill(int *out) {
  int t = threadIdx.x;
  out[even ? t : t / 2] = t;
}

int main() {
  int *out, n = 8;
  cudaMalloc(&out, 4096);
  BOOL_SWITCH(n % 2 == 0, Even, [&] { fill<Even><<<1, 128>>>(out); });
}
