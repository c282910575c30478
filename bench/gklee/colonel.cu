// In our own words: more threads than counters, and an increment that is no atomic.
__global__ void colonel(int *counters) {
  int thread = threadIdx.x + blockIdx.x * blockDim.x;
  counters[thread % 50]++;
}
