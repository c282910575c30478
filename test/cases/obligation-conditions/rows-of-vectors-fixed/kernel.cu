/** Rows are stored in vectors of four, as far as whole ones fit. */
__global__ void rows(float *out, unsigned dim, unsigned stride) {
  float *row = out + blockIdx.x * stride;
  for (int c = 0; c < 2; c++) {
    if ((c * blockDim.x + threadIdx.x) * 4 + 3 < min(dim, stride)) reinterpret_cast<float4 *>(row)[c * blockDim.x + threadIdx.x] = make_float4(c, c, c, c);
  }
}

void run(float *out, int batch, unsigned dim, unsigned stride) { rows<<<batch, 4>>>(out, dim, stride); }
