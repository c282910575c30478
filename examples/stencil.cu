// One-dimensional stencil of radius 3: each output is the sum of the seven inputs around it.
#include "check.cuh"

#define RADIUS 3
#define WIDTH 128

// Right: the halo is loaded, everybody waits, everybody reads; the guard is only around the store.
__global__ void stencil(const int *in, int *out, int n) {
  __shared__ int cache[WIDTH + 2 * RADIUS];
  int i = blockIdx.x * WIDTH + threadIdx.x;
  int at = threadIdx.x + RADIUS;
  cache[at] = i < n ? in[i] : 0;
  if (threadIdx.x < RADIUS) {
    cache[at - RADIUS] = i >= RADIUS && i - RADIUS < n ? in[i - RADIUS] : 0;
    cache[at + WIDTH] = i + WIDTH < n ? in[i + WIDTH] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++)
    sum += cache[at + offset];
  if (i < n)
    out[i] = sum;
}

// Racy: nothing orders the loads of the neighbours' cells after the stores.
__global__ void stencilUnordered(const int *in, int *out, int n) {
  __shared__ int cache[WIDTH + 2 * RADIUS];
  int i = blockIdx.x * WIDTH + threadIdx.x;
  int at = threadIdx.x + RADIUS;
  cache[at] = i < n ? in[i] : 0;
  if (threadIdx.x < RADIUS) {
    cache[at - RADIUS] = i >= RADIUS && i - RADIUS < n ? in[i - RADIUS] : 0;
    cache[at + WIDTH] = i + WIDTH < n ? in[i + WIDTH] : 0;
  }
  int sum = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++)
    sum += cache[at + offset];
  if (i < n)
    out[i] = sum;
}

// Divergent: the threads past the end of the input never come to the barrier.
__global__ void stencilGuarded(const int *in, int *out, int n) {
  __shared__ int cache[WIDTH + 2 * RADIUS];
  int i = blockIdx.x * WIDTH + threadIdx.x;
  int at = threadIdx.x + RADIUS;
  if (i < n) {
    cache[at] = in[i];
    if (threadIdx.x < RADIUS) {
      cache[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
      cache[at + WIDTH] = i + WIDTH < n ? in[i + WIDTH] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
      sum += cache[at + offset];
    out[i] = sum;
  }
}

int main() {
  const int n = 1000;
  int *in, *out;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  const int blocks = (n + WIDTH - 1) / WIDTH;
  stencil<<<blocks, WIDTH>>>(in, out, n);
  stencilUnordered<<<blocks, WIDTH>>>(in, out, n);
  stencilGuarded<<<blocks, WIDTH>>>(in, out, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}
