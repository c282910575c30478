struct Queue { int *items; int tail; };
__global__ void push(Queue *q, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] != 0) q->items[q->tail++] = i;  // race: 4
}
void run(Queue *q, const int *in, int n) { push<<<4, 256>>>(q, in, n); }
