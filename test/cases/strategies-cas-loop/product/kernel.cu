__global__ void product(float *all, const float *in) {
  all[0] *= in[threadIdx.x];  // race: 2
}
void run(float *all, const float *in) { product<<<1, 64>>>(all, in); }
