struct tensor {
  int count, pitch;
  tensor *src[4];
};

float *data_of(const tensor *t);

template <typename T>
__global__ void negate(const T *__restrict__ x, T *dst, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) dst[i] = -x[i];
}

template <typename T>
void launch(const T *x, T *dst, int n, int copies, cudaStream_t stream) {
  for (int k = 0; k < copies; k++) negate<<<(n + 255) / 256, 256, 0, stream>>>(x, dst, n);
}

void run(const tensor *a, tensor *b, int copies, int row, cudaStream_t stream) {
  const float *x = data_of(a);
  x += row * a->pitch;
  float *dst = data_of(b);
  switch (copies) {
    case 1: launch(x, dst, b->count, 1, stream); break;
    case 2: launch(x, dst, b->count, 2, stream); break;
    case 3: launch(x, dst, b->count, 3, stream); break;
    case 4: launch(x, dst, b->count, 4, stream); break;
    case 5: launch(x, dst, b->count, 5, stream); break;
    case 6: launch(x, dst, b->count, 6, stream); break;
    case 7: launch(x, dst, b->count, 7, stream); break;
    case 8: launch(x, dst, b->count, 8, stream); break;
    case 9: launch(x, dst, b->count, 9, stream); break;
    case 10: launch(x, dst, b->count, 10, stream); break;
    case 11: launch(x, dst, b->count, 11, stream); break;
    case 12: launch(x, dst, b->count, 12, stream); break;
    case 13: launch(x, dst, b->count, 13, stream); break;
    case 14: launch(x, dst, b->count, 14, stream); break;
    case 15: launch(x, dst, b->count, 15, stream); break;
    case 16: launch(x, dst, b->count, 16, stream); break;
    case 17: launch(x, dst, b->count, 17, stream); break;
    case 18: launch(x, dst, b->count, 18, stream); break;
    case 19: launch(x, dst, b->count, 19, stream); break;
    case 20: launch(x, dst, b->count, 20, stream); break;
    case 21: launch(x, dst, b->count, 21, stream); break;
    case 22: launch(x, dst, b->count, 22, stream); break;
    case 23: launch(x, dst, b->count, 23, stream); break;
    case 24: launch(x, dst, b->count, 24, stream); break;
    case 25: launch(x, dst, b->count, 25, stream); break;
    case 26: launch(x, dst, b->count, 26, stream); break;
    case 27: launch(x, dst, b->count, 27, stream); break;
    case 28: launch(x, dst, b->count, 28, stream); break;
    case 29: launch(x, dst, b->count, 29, stream); break;
    case 30: launch(x, dst, b->count, 30, stream); break;
    case 31: launch(x, dst, b->count, 31, stream); break;
    case 32: launch(x, dst, b->count, 32, stream); break;
    case 33: launch(x, dst, b->count, 33, stream); break;
    case 34: launch(x, dst, b->count, 34, stream); break;
    case 35: launch(x, dst, b->count, 35, stream); break;
    case 36: launch(x, dst, b->count, 36, stream); break;
    case 37: launch(x, dst, b->count, 37, stream); break;
    case 38: launch(x, dst, b->count, 38, stream); break;
    case 39: launch(x, dst, b->count, 39, stream); break;
    case 40: launch(x, dst, b->count, 40, stream); break;
    case 41: launch(x, dst, b->count, 41, stream); break;
    case 42: launch(x, dst, b->count, 42, stream); break;
    case 43: launch(x, dst, b->count, 43, stream); break;
    case 44: launch(x, dst, b->count, 44, stream); break;
    case 45: launch(x, dst, b->count, 45, stream); break;
    case 46: launch(x, dst, b->count, 46, stream); break;
    case 47: launch(x, dst, b->count, 47, stream); break;
    case 48: launch(x, dst, b->count, 48, stream); break;
    case 49: launch(x, dst, b->count, 49, stream); break;
    case 50: launch(x, dst, b->count, 50, stream); break;
    case 51: launch(x, dst, b->count, 51, stream); break;
    case 52: launch(x, dst, b->count, 52, stream); break;
    case 53: launch(x, dst, b->count, 53, stream); break;
    case 54: launch(x, dst, b->count, 54, stream); break;
    case 55: launch(x, dst, b->count, 55, stream); break;
    case 56: launch(x, dst, b->count, 56, stream); break;
    case 57: launch(x, dst, b->count, 57, stream); break;
    case 58: launch(x, dst, b->count, 58, stream); break;
    case 59: launch(x, dst, b->count, 59, stream); break;
    case 60: launch(x, dst, b->count, 60, stream); break;
    case 61: launch(x, dst, b->count, 61, stream); break;
    case 62: launch(x, dst, b->count, 62, stream); break;
    case 63: launch(x, dst, b->count, 63, stream); break;
    case 64: launch(x, dst, b->count, 64, stream); break;
    case 65: launch(x, dst, b->count, 65, stream); break;
    case 66: launch((const float *)dst + row, dst, b->count - row, 66, stream); break;
  }
}

void op(tensor *dst, int copies, int row, cudaStream_t stream) { run(dst->src[0], dst, copies, row, stream); }
