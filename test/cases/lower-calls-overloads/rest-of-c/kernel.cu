__device__ int width(...) { return 2; }
__device__ int width(void *) { return 1; }
__global__ void fill(int *data) {
  int t = threadIdx.x;
  data[t / width(t)] = t;  // race: 5
}
