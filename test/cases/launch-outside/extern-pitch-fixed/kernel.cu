extern size_t pitch;

/** The pitch comes from another file, which allocates the rows. */
__global__ void scaleRows(float *v, size_t bytes) {
  float *row = (float *)((char *)v + threadIdx.y * max(bytes, (size_t)4 * blockDim.x));
  row[threadIdx.x] *= 2;
}

void run(float *v, int r) { scaleRows<<<1, dim3(2 * r + 1, 2 * r + 1)>>>(v, pitch); }
