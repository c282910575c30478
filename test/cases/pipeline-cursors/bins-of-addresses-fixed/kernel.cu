__global__ void count(const int *data, const float *weight, float *bins) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[data[k] / 16], weight[data[k]]);
}
void host(const int *data, const float *weight, float *bins) { count<<<16, 64>>>(data, weight, bins); }
