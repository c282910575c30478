struct Queue { int *items; int tail; };
__global__ void push(int *items, int *tail, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] != 0) items[atomicAdd(tail, 1)] = i;
}
void run(int *items, int *tail, const int *in, int n) { push<<<4, 256>>>(items, tail, in, n); }
