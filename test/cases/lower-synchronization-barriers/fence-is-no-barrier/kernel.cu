__global__ void shift(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __threadfence_block();
  out[threadIdx.x] = s[63 - threadIdx.x]; // race: 3
}
