__global__ void fill(float4 *x, const float4 *y) {
  __stcs(x + threadIdx.x, __ldcs(y + threadIdx.x / 2));
}
