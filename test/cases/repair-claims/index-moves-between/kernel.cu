// The read is of another cell than the step.
__global__ void take(int *count, int *out) {
  int i = 0;
  int a = count[i], b = i++;
  count[i] += 1; // race: 5
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}
