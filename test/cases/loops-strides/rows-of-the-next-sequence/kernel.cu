// One row too many: the last one is the first of the next sequence.
__global__ void rows_of_the_next_sequence(int sequences, int tokens, int width, int heads,
                                          const float *__restrict__ v, float *__restrict__ out) {
  int block = blockIdx.x, lane = threadIdx.x;
  int sequence = block / heads, head = block % heads, own = tokens / sequences;
  for (int t = sequence * own * width + head * 64 + lane;
       t <= (sequence + 1) * own * width + head * 64 + lane; t += width)
    out[t] = v[block];  // race: 8
}

void run(int sequences, int tokens, int width, int heads, const float *v, float *out) {
  if (width % heads == 0 && width / heads == 64)
    rows_of_the_next_sequence<<<sequences * heads, width / heads>>>(sequences, tokens, width, heads, v, out);
}
