#include <cuda_fp16.h>
__global__ void twice(const half *in, half *out) {
  __shared__ half h[257];
  int t = threadIdx.x;
  h[t] = in[t];
  if (t == 0) h[256] = in[0];
  __syncthreads();
  if (t < 255) h[t] = (float)h[t + 1] * 2.0f;  // race: 8
  __syncthreads();
  out[t] = h[t];
}
void run(const half *in, half *out) { twice<<<1, 256>>>(in, out); }
