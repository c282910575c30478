// A block has one head of one sequence; behind the values of all sequences stand their last states.
__global__ void block_number_taken_apart(int sequences, int tokens, int heads, const float *__restrict__ v,
                                         float *__restrict__ out) {
  int sequence = blockIdx.x / heads, head = blockIdx.x % heads;
  for (int t = 0; t < tokens; t++)
    out[((sequence * tokens + t) * heads + head) * 64 + threadIdx.x] = v[t];
  out[sequences * tokens * heads * 64 + blockIdx.x * 64 + threadIdx.x] = v[0];
}

void run(int sequences, int tokens, int heads, const float *v, float *out) {
  block_number_taken_apart<<<sequences * heads, 64>>>(sequences, tokens, heads, v, out);
}
