__device__ unsigned count;
__global__ void total(int *part, int *out, int n) {
  __shared__ bool last;
  part[blockIdx.x * 64 + threadIdx.x] = n;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&count, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  int sum = 0;
  for (int k = 0; k < gridDim.x; k++) sum += part[k * 64 + threadIdx.x];
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0) count = 0;
}

int main() {
  int *part, *out;
  cudaMalloc(&part, 4096);
  cudaMalloc(&out, 4096);
  for (int k = 0; k < 2; k++) total<<<4, 64>>>(part, out, k);
}
