__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = 2.0f * data[i];
  if (i + 1 < n && i % 64 == 63)
    data[i + 1] = 0.0f; // race: 4
}
void run(float *data) {
  scale<<<4, 64>>>(data, 200);
}
