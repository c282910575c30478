__global__ void count(const int *data, const float *weight, float *bins) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  bins[data[k] / 16] += weight[data[k]]; // race: 3
}
void host(const int *data, const float *weight, float *bins) { count<<<16, 64>>>(data, weight, bins); }
