// The number of a row is cut to a byte, of which the lower bits may be meant: rows 0 and 256 are one.
__global__ void scatter(float *to, long rows, long matrices) {
  for (long z = blockIdx.x; z < rows * matrices; z += gridDim.x) {
    const unsigned char i = z / matrices;
    to[i * matrices + z % matrices] = z; // race: 5
  }
}
void run(float *to) { scatter<<<512, 1>>>(to, 512, 1); }
