__device__ int other;
#define SHIFT other
__global__ void next(const int *in, int *out) {
  __shared__ int s[257];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0) s[256] = 0;
  __syncthreads();
  int other2 = s[t + 1];
  __syncthreads();
  s[t] = other2;
  __syncthreads();
  out[t] = s[t] + SHIFT;
}
void run(const int *in, int *out) { next<<<1, 256>>>(in, out); }
