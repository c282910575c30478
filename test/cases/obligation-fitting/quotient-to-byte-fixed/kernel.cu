// The number of a row is cut to a byte: there are no more than 256.
__global__ void scatter(float *to, long rows, long matrices) {
  for (long z = blockIdx.x; z < rows * matrices; z += gridDim.x) {
    const unsigned char i = z / matrices;
    to[i * matrices + z % matrices] = z;
  }
}
void run(float *to) { scatter<<<256, 1>>>(to, 256, 1); }
