__device__ int atomicAdd(int *p, short v) { return atomicAdd(p, (int)v) / 2; }
__global__ void push(int *count, int *list) {
  int i = atomicAdd(count, (short)1);
  list[i] = threadIdx.x;
}
void run(int *count, int *list) { push<<<1, 64>>>(count, list); }
