/** Rows are stored in vectors of four, as far as they reach: the last vector of a row whose length is no multiple of 4 reaches into the next one. */
__global__ void rows(float *out, unsigned dim, unsigned stride) {
  float *row = out + blockIdx.x * stride;
  for (int c = 0; c < 2; c++) {
    if ((c * blockDim.x + threadIdx.x) * 4 < dim) reinterpret_cast<float4 *>(row)[c * blockDim.x + threadIdx.x] = make_float4(c, c, c, c); // race: 5
  }
}

void run(float *out, int batch, unsigned dim, unsigned stride) { rows<<<batch, 4>>>(out, dim, stride); }
