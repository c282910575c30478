// The third element of the pack is read by the thread's neighbour.
template <typename... Outs>
__device__ void put(int at, float value, Outs... outs) { ((outs[at] = value), ...); }  // race: 6

__global__ void spread(float *x, float *y, float *z) {
  put(threadIdx.x, x[threadIdx.x ^ 1] + 1.0f, z, y, x);
}

int main() {
  float *x, *y, *z;
  cudaMalloc(&x, 256);
  cudaMalloc(&y, 256);
  cudaMalloc(&z, 256);
  spread<<<1, 64>>>(x, y, z);
}
