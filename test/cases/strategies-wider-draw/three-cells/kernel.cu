__global__ void append(const int *in, int *list, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] <= 0) return;
  int at = atomicAdd(count, 1);
  list[at] = i;  // race: 6, 7
  list[at + 1] = in[i];  // race: 5, 7
  list[at + 2] = -1;  // race: 5, 6
}
void run(const int *in, int *list, int *count) { append<<<4, 64>>>(in, list, count); }
