// As padded-by-the-others, with the barrier that its patch puts behind both parts.
__global__ void mirror(const float *in, float *out, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  const bool active = i < n;
  if (active) {
    tile[t] = in[i];
  } else {
    tile[t] = 0.0f;
  }
  __syncthreads();
  if (active) {
    out[i] = tile[t] + tile[63 - t];
  }
}

void start(const float *in, float *out) { mirror<<<1, 64>>>(in, out, 40); }
