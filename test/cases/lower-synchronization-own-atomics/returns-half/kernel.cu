__device__ int atomicAdd(short *p, int v) { return atomicAdd((int *)p, v) / 2; }
__global__ void push(short *count, int *list) {
  int i = atomicAdd(count, 1);
  list[i] = threadIdx.x;
}
void run(short *count, int *list) { push<<<1, 64>>>(count, list); }
