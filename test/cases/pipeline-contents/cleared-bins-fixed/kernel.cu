__global__ void histogram(const unsigned char *data, int *out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[data[i]], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
void run(const unsigned char *data, int *out, int n) { histogram<<<8, 256>>>(data, out, n); }
