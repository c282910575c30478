// Both halves of the rotated part of a head, in place; a head may be longer than that.
__global__ void halves_apart(float *__restrict__ q, int rotated, int heads, int head_size, long long stride) {
  int half = rotated / 2, block = blockIdx.x;
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    float *own = q + block * stride + i / half * head_size + i % half;
    float a = own[0], b = own[half];  // race: 7, 8
    own[0] = a - b;  // race: 6, 7, 8
    own[half] = a + b;  // race: 6, 7, 8
  }
}

void run(float *q, int tokens, int rotated, int heads, int head_size, long long stride) {
  halves_apart<<<tokens, 128>>>(q, rotated, heads, head_size, stride);
}
