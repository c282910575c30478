__device__ float atomicAdd(float *place, short value) {
  int seen = __float_as_int(0.0f);
  while (true) {
    int old = atomicCAS((int *)place, seen, __float_as_int(__int_as_float(seen) + value));
    if (old == seen) return __int_as_float(old);
    seen = old;
  }
}

__global__ void kernel(float *sum) {
  atomicAdd(sum, (short)threadIdx.x);
}
