/** A tensor of three dimensions that need not lie close together. */
__global__ void scale(float *out, const float *in, long long columns, size_t row, size_t matrix, size_t batch, float by) {
  float *own = out + blockIdx.x * row + blockIdx.y * matrix + blockIdx.z * batch;
  for (long long k = threadIdx.x; k < columns; k += blockDim.x) own[k] = in[k] * by + blockIdx.x; // race: 4
}
