struct Meet {
  __device__ ~Meet() { __syncthreads(); }
};

__device__ int depth(int k) {
  Meet meet;
  if (k == 0) return 1;
  return 1 + depth(k - 1);
}

__global__ void kernel(int *out) {
  out[threadIdx.x] = depth(threadIdx.x + 1);
}

void launch(int *out) {
  kernel<<<1, 64>>>(out);
}
