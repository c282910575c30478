// -DREDUCE
#ifndef STEPS
#define STEPS 1
#endif
#ifdef REDUCE
#if STEPS >= 2
__global__ void turn(int *data) {
  __shared__ int row[32 * STEPS];
  row[threadIdx.x] = data[threadIdx.x];                    // race: 10
  data[threadIdx.x] = row[32 * STEPS - 1 - threadIdx.x];   // race: 9
}
#endif
#endif
#if 0
__global__ void never(int *data) { data[0] = threadIdx.x; }
#endif
