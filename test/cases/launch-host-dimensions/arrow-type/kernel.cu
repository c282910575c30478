auto threads(int n) -> unsigned char { return n; }

__global__ void sum(int *out, const int *in) {
  if (blockDim.x > 32) out[threadIdx.x] = in[threadIdx.x];
  else out[0] += in[threadIdx.x]; // race: 5
}

void run(int *out, const int *in) { sum<<<1, threads(288)>>>(out, in); }
