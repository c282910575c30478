#include <memory>
#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = 2;
}
struct Step {
  virtual void go(int *a, int *b) = 0;
};
struct Plain : Step {
  void go(int *a, int *b) override { put<<<1, 64>>>(a, b); }
};
struct Again : Step {
  void go(int *a, int *b) override { put<<<1, 64>>>(b, a); }
};
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<std::unique_ptr<Step>> steps;
  steps.push_back(std::make_unique<Plain>());
  steps.push_back(std::make_unique<Again>());
  for (auto &step : steps) step->go(d, e);
}
