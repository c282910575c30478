__global__ void fill(int *a) {
  a[threadIdx.x % 64] = threadIdx.x;  // race: 2
}

__host__ __device__ void start(int *d) {
#ifndef __CUDA_ARCH__
  fill<<<1, 128>>>(d);
#endif
}

void small(int *d) { fill<<<1, 64>>>(d); }
