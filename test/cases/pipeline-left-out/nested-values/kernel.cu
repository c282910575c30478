// -DREDUCE
#ifndef STEPS
#define STEPS 1
#endif
#define KERNEL __global__ void
#ifdef REDUCE
#if STEPS >= 2
KERNEL turn(int *data) {
  __shared__ int row[32 * STEPS];
  row[threadIdx.x] = data[threadIdx.x];                    // race: 11
  data[threadIdx.x] = row[32 * STEPS - 1 - threadIdx.x];   // race: 10
}
#endif
#endif
#if 0
__global__ void never(int *data) { data[0] = threadIdx.x; }
#endif
