__global__ void scratch(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *room = new int[n];
  if (i < n) out[i] = in[i] + room[0];
}
