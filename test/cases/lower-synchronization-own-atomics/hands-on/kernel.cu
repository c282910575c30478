__device__ long long atomicAdd(long long *p, long long v) {
  return (long long)atomicAdd((unsigned long long *)p, (unsigned long long)v);
}
__global__ void push(long long *count, int *list) {
  long long i = atomicAdd(count, 1LL);
  list[i] = threadIdx.x;
}
void run(long long *count, int *list) { push<<<1, 64>>>(count, list); }
