/** All strides are of bytes: of an element, of a time step, and of a sequence; each block has 128 elements of each time step. */
__global__ void steps(float *out, int element, int step, int sequence, long long count) {
  float *own = (float *)((char *)out + blockIdx.x * sequence + blockIdx.y * (size_t)128 * element);
  int stride = step / sizeof(float);
  for (long long t = 0; t < count; t++) own[t * stride + threadIdx.x] = t + blockIdx.x + 2 * blockIdx.y + threadIdx.x; // race: 5
}
void run(float *out, int element, int step, int sequence, long long count, int sequences, int tiles) {
  steps<<<dim3(sequences, tiles, 1), 128>>>(out, element, step, sequence, count);
}
