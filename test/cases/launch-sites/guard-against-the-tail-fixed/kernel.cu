__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = 2.0f * data[i];
}
void run(float *data) {
  scale<<<4, 64>>>(data, 200);
}
