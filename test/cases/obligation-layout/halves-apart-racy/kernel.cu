// The second half begins one element too early: it is the last one of the first half.
__global__ void halves_apart_racy(float *__restrict__ q, int rotated, int heads, int head_size, long long stride) {
  if (rotated < 1 || head_size < rotated || stride < heads * head_size) return;
  int half = rotated / 2, block = blockIdx.x;
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    float *own = q + block * stride + i / half * head_size + i % half;
    float a = own[0], b = own[half - 1];  // race: 8, 9
    own[0] = a - b;  // race: 7
    own[half - 1] = a + b;  // race: 7
  }
}

void run(float *q, int tokens, int rotated, int heads, int head_size, long long stride) {
  halves_apart_racy<<<tokens, 128>>>(q, rotated, heads, head_size, stride);
}
