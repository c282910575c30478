// Rows of C elements, of which each block has a part of its own.
__global__ void heads(float *out, int rows, int C, int H) {
  for (int i = 0; i < rows; i++) {
    out[i * C + blockIdx.x * 64 + threadIdx.x] += i; // race: 4
  }
}

void run(float *out, int rows, int C, int H) {
  if (H <= 0 || C % H != 0) return;
  if (C / H != 32) return;
  heads<<<H, 64>>>(out, rows, C, H);
}
