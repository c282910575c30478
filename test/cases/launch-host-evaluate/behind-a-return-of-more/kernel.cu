static int threadsFor(const int capability) {
  return 256;
  (void)capability;
}

__global__ void shifted(const float *in, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  out[blockIdx.x * 128 + threadIdx.x] = tile[threadIdx.x] + blockIdx.x; // race: 9
}

int capabilityOf(int device);

void launch(const float *in, float *out) {
  cudaMalloc(&out, 4096);
  const int threads = threadsFor(capabilityOf(0));
  shifted<<<2, threads>>>(in, out);
}
