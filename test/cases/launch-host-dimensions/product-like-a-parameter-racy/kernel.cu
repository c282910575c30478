__global__ void planes(float *out, const float *in, int columns) {
  int plane = blockIdx.z * gridDim.y + blockIdx.y;
  out[plane * (columns - 1) + blockIdx.x] = in[blockIdx.x]; // race: 3
}

// reads like the declaration of a function whose third parameter is a pointer `samples`
void run(float *out, const float *in, int columns, int rows, int channels, int samples) {
  dim3 grid(columns, rows, channels * samples);
  planes<<<grid, 1>>>(out, in, columns);
}
