// The grid has a sequence more than the values have room for: its values stand where the states do.
__global__ void block_number_of_one_more(int sequences, int tokens, int heads, const float *__restrict__ v,
                                         float *__restrict__ out) {
  int sequence = blockIdx.x / heads, head = blockIdx.x % heads;
  for (int t = 0; t < tokens; t++)
    out[((sequence * tokens + t) * heads + head) * 64 + threadIdx.x] = v[t];  // race: 7
  out[(sequences - 1) * tokens * heads * 64 + blockIdx.x * 64 + threadIdx.x] = v[0];
}

void run(int sequences, int tokens, int heads, const float *v, float *out) {
  block_number_of_one_more<<<sequences * heads, 64>>>(sequences, tokens, heads, v, out);
}
