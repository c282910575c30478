__global__ void put(int *a) {
  a[threadIdx.x % 64] = threadIdx.x;
}
struct Plan {
  virtual int block() const { return 64; }
  virtual ~Plan() {}
};
struct Wide : Plan {
  int block() const override { return 32 * 2; }
};
void run(const Plan &plan, int *d) { put<<<1, plan.block()>>>(d); }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Wide wide;
  run(wide, d);
}
