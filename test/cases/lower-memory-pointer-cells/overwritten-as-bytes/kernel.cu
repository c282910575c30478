struct Buffers {
  char *in, *out;
};

__global__ void step(Buffers *all) {
  Buffers *b = all + blockIdx.x;
  char *bytes = (char *)b;
  if (threadIdx.x < 8) bytes[8 + threadIdx.x] = bytes[threadIdx.x];
  __syncthreads();
  b->out[threadIdx.x] = b->in[threadIdx.x + 1];
}
