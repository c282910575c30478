/** Each part of a row of a head writes its partial result: parts are counted by the grid. */
__global__ void combine(const float *in, float *out, const uint3 rows, const int heads) {
  const int sequence = blockIdx.z / heads;
  const int head = blockIdx.z - sequence * heads;
  const int row = blockIdx.x;
  out[(((sequence * int(rows.z) + row) * heads + head) * gridDim.y + blockIdx.y) * 64 + threadIdx.x] = in[threadIdx.x] + row; // race: 6
}

void launch(const float *in, float *out, uint3 rows, int heads, int sequences, int blocks, int parts) {
  combine<<<dim3(blocks, parts, heads * sequences), 64>>>(in, out, rows, heads);
}
