struct tensor {
  void *data;
  int count, pitch;
  tensor *src[4];
};

__global__ void negate(const float *x, float *dst, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) dst[i] = -x[i];
}

void negate_op(tensor *dst, cudaStream_t stream, int row) {
  dst->src[0]->data = (float *)dst->data + 64;
  const tensor *src = dst->src[0];
  const float *x = (const float *)src->data;
  x += row * src->pitch;
  negate<<<(dst->count + 255) / 256, 256, 0, stream>>>(x, (float *)dst->data, dst->count);
}
