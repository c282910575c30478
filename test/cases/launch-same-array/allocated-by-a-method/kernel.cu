__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
struct Memory { void *allocate(size_t bytes); };
void run(Memory &memory) {
  int *a = (int *)memory.allocate(65 * sizeof(int)), *b = (int *)memory.allocate(65 * sizeof(int));
  shift<<<1, 64>>>(a, b);
}
