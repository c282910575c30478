#include <utility>

struct Sizes {
  dim3 grid, block;
  Sizes(const dim3 &g, const dim3 &b) : grid(g), block(b) {}
};

struct Config {
  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t cfg;
  Config(const Sizes &s) {
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    cfg = {};
    cfg.gridDim = s.grid;
    cfg.blockDim = s.block;
    cfg.attrs = &attribute;
    cfg.numAttrs = 1;
  }
  Config(const Config &) = delete;
  Config &operator=(const Config &) = delete;
  Config &operator=(Config &&) = delete;
};

bool is_new_device();

template <typename Kernel, typename... Args>
static void start(Kernel kernel, const Sizes &s, Args &&...args) {
  if (is_new_device()) {
    auto c = Config(s);
    cudaLaunchKernelEx(&c.cfg, kernel, std::forward<Args>(args)...);
    return;
  }
  kernel<<<s.grid, s.block>>>(std::forward<Args>(args)...);
}

__global__ void shift(int *d) {
  int t = threadIdx.x;
  int v = d[t + 32]; // race: 40
  __syncwarp();
  d[t] = v;
}

void launch(int *d) {
  const Sizes sizes = Sizes(1, 64);
  start(shift, sizes, d);
}
