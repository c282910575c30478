extern size_t pitch;

/** The pitch is changed here. */
__global__ void scaleRows(float *v, size_t bytes) {
  float *row = (float *)((char *)v + threadIdx.y * bytes);
  row[threadIdx.x] *= 2; // race: 6
}

void run(float *v, int r) {
  pitch = pitch / 2;
  scaleRows<<<1, dim3(2 * r + 1, 2 * r + 1)>>>(v, pitch);
}
