struct Counter {
  int &count;
  __device__ Counter(int &from) : count(from) {}
  __device__ void reset(int value) { count = value; }
};
struct Target { int &cell; };
__global__ void clear(int *out) {
  int at = 0;
  Counter counter(at);
  counter.reset(threadIdx.x);
  Target target{out[at]};
  target.cell = 1;
}
