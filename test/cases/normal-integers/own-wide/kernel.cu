__global__ void gate(float *out, int width, int depth, long long planes) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int row = (int)((long long)at / ((long long)depth * planes)) / width;
  int column = at / depth % width;
  int k = at % depth;
  out[row * (width * depth) + column * depth + k] = at; // race: 6
}

void launch(float *out, int width, int depth) {
  gate<<<64, 256>>>(out, width, depth, 4);
}
