__global__ void fill(float *data, int width) {
  __shared__ float *row;
  if (threadIdx.x == 0) row = data + blockIdx.x * width;
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += blockDim.x) row[i / 2] = i;  // race: 5
}
