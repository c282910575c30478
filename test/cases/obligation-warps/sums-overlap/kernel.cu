// The sums of the gates begin behind the first of two sums of the values: they overlap.
__device__ float sumOfWarp(float v) {
  for (int step = 16; step > 0; step >>= 1) v += __shfl_xor_sync(0xffffffff, v, step, 32);
  return v;
}
__global__ void sums(const float *x, const float *gate, float *out, bool isGated) {
  extern __shared__ char memory[];
  float *own = (float *)memory, *gates = (float *)(memory + 4);
  int t = threadIdx.x;
  float v = sumOfWarp(x[blockIdx.x * 64 + t]), g = 0;
  if (isGated) g = sumOfWarp(gate[blockIdx.x * 64 + t]);
  own[t / 32] = v; // race: 13
  if (isGated) gates[t / 32] = g;
  __syncthreads();
  if (t == 0) out[blockIdx.x] = own[0] + own[1] + (isGated ? gates[0] * gates[1] : 0);
}
void run(const float *x, const float *gate, float *out, bool isGated) { sums<<<8, 64, 256>>>(x, gate, out, isGated); }
