// Sum and maximum of each block's stretch of the input, with one scratch buffer.
#include "check.cuh"

#define THREADS 256

// Adds up scratch[0..THREADS) into scratch[0]. All threads of the block must call it.
__device__ void sumInto(float *scratch) {
  for (unsigned int s = THREADS / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      scratch[threadIdx.x] += scratch[threadIdx.x + s];
    __syncthreads();
  }
}

// Right: the sum is taken out of scratch[0] by everyone before the buffer is used again.
__global__ void statistics(const float *in, float *mean, float *variance, int n) {
  __shared__ float scratch[THREADS];
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i < n ? in[i] : 0.0f;
  scratch[threadIdx.x] = x;
  __syncthreads();
  sumInto(scratch);
  float average = scratch[0] / THREADS;
  __syncthreads();
  scratch[threadIdx.x] = (x - average) * (x - average);
  __syncthreads();
  sumInto(scratch);
  if (threadIdx.x == 0) {
    mean[blockIdx.x] = average;
    variance[blockIdx.x] = scratch[0] / THREADS;
  }
}

// Racy: the buffer is reused while slower threads still read the sum from scratch[0].
__global__ void statisticsHasty(const float *in, float *mean, float *variance, int n) {
  __shared__ float scratch[THREADS];
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i < n ? in[i] : 0.0f;
  scratch[threadIdx.x] = x;
  __syncthreads();
  sumInto(scratch);
  float average = scratch[0] / THREADS;
  scratch[threadIdx.x] = (x - average) * (x - average);
  __syncthreads();
  sumInto(scratch);
  if (threadIdx.x == 0) {
    mean[blockIdx.x] = average;
    variance[blockIdx.x] = scratch[0] / THREADS;
  }
}

int main() {
  const int n = 100000;
  const int blocks = (n + THREADS - 1) / THREADS;
  float *in, *mean, *variance;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&mean, blocks * sizeof(float)));
  CHECK(cudaMalloc(&variance, blocks * sizeof(float)));
  statistics<<<blocks, THREADS>>>(in, mean, variance, n);
  statisticsHasty<<<blocks, THREADS>>>(in, mean, variance, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(in));
  CHECK(cudaFree(mean));
  CHECK(cudaFree(variance));
}
