struct Pair { float2 low, high; };
__device__ int cellOf(Pair) { return threadIdx.x; }
__device__ int cellOf(float4) { return threadIdx.x; }

__global__ void kernel(int *out) {
  float4 value = make_float4(0, 0, 0, 0);
  out[cellOf(value)] = threadIdx.x;
}
