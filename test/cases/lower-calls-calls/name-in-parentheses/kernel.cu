// Parentheses around a function's name keep macros and argument-dependent lookup away, and change nothing else.
struct Limits { static __device__ int max() { return 100; } };
__device__ int smaller(int a, int b) { return a < b ? a : b; }
__global__ void lowest(int *cells, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int least = (Limits::max)();
  for (int j = 0; j < n; j++) least = (smaller)((min)(least, cells[t * n + j]), j);
  cells[t * n] = least;
}
