__global__ void add(float *out, const float *in, const int *row, int columns) {
  int kept[4];
  for (int k = 0; k < 4; k++) kept[k] = row[threadIdx.x + k * blockDim.x] * columns;
  for (int k = 0; k < 4; k++)
    for (int c = threadIdx.y; c < columns; c += blockDim.y) out[kept[k] + c] += in[c]; // race: 5
}
void run(float *out, const float *in, const int *row, int columns) { add<<<1, dim3(16, 4)>>>(out, in, row, columns); }
