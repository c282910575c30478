__global__ void halves(const float *in, volatile float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] / 2;  // race: 4
  out[i + 1] = out[i + 1];
}
void run(const float *in, volatile float *out) { halves<<<8, 128>>>(in, out); }
