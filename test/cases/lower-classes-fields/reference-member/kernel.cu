struct Counter {
  int &count;
  __device__ Counter(int &from) : count(from) {}
  __device__ void reset(int value) { count = value; }
};
__global__ void clear(int *out) {
  int at = threadIdx.x;
  Counter counter(at);
  counter.reset(0);
  out[at] = threadIdx.x;  // race: 10
}
