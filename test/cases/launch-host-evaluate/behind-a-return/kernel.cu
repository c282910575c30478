static int threadsFor(const int capability) {
  return 128;
  (void)capability;
}

__global__ void shifted(const float *in, float *out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  out[blockIdx.x * 128 + threadIdx.x] = tile[threadIdx.x] + blockIdx.x;
}

int capabilityOf(int device);

void launch(const float *in, float *out, int blocks) {
  const int threads = threadsFor(capabilityOf(0));
  shifted<<<blocks, threads>>>(in, out);
}
