struct Barrier { unsigned count; volatile unsigned sense; };
__device__ void gridSync(Barrier *b, unsigned local) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&b->count, 1u) == gridDim.x - 1) {
      b->count = 0;
      __threadfence();
      b->sense = local;
    } else {
      while (b->sense != local) {}
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void smooth(float *x, float *y, Barrier *b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = 0.5f * (x[i] + x[(i + 64) % 256]);
  gridSync(b, 1);
  x[i] = y[i];  // race: 23
  gridSync(b, 1);
  y[i] = x[(i + 64) % 256];  // race: 21
}
