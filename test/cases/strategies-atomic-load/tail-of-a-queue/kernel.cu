__global__ void take(int *tail, int *taken) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int seen = *tail, old;  // race: 6
  do {
    old = seen;
    seen = atomicCAS(tail, old, old + 1);
  } while (seen != old);
  taken[t] = old;
}
void run(int *tail, int *taken) { take<<<4, 64>>>(tail, taken); }
