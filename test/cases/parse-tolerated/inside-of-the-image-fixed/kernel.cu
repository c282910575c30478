// `column < width && row >` are no template arguments: `>=` is one token.
__global__ void inside_of_the_image(float *out, const float *in, int width, int height) {
  __shared__ float tile[16];
  int column = blockIdx.x * 16 + threadIdx.x;
  int row = blockIdx.y - 1;
  float value = column >= 0 && column < width && row >= 0 && row < height ? in[row * width + column] : 0.0f;
  tile[threadIdx.x] = value;
  __syncthreads();
  bool isEdge = (unsigned)column < width && row >= 0;
  float left = tile[threadIdx.x == 0 ? 15 : threadIdx.x - 1];
  if (isEdge && (column < width && row >= 0 && row < height || row > height)) out[row * width + column] = left;
}

void host(float *out, const float *in) { inside_of_the_image<<<dim3(2, 5), 16>>>(out, in, 32, 4); }
