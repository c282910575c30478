#include <map>

struct Sizes {
  dim3 block;
};

struct Key {
  int device;
  const void *kernel;
};

static std::map<int, bool> cache;
static Key last;

bool may_use(const void *kernel) {
  last.kernel = kernel;
  cache.emplace(last.device, true);
  return true;
}

__global__ void shift(int *d) {
  int t = threadIdx.x;
  int v = d[t + 32];
  __syncwarp();
  d[t] = v;
}

void start(const Sizes &s, int *d) {
  if (may_use(nullptr)) shift<<<1, s.block>>>(d);
}

void launch(int *d) {
  Sizes sizes;
  sizes.block = dim3(32);
  start(sizes, d);
}
