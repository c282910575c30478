// No atomic store in line 4 would help: what was added before it is lost.
__global__ void square(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *out = 0; // race: 5
  if (i < n) atomicAdd(out, in[i] * in[i]);
}
void run(const float *in, float *out, int n) {
  square<<<(n + 255) / 256, 256>>>(in, out, n);
}
