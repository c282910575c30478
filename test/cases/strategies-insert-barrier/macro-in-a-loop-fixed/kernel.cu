#define SHIFT(s, t, v) \
  do { \
    __syncthreads(); \
    (s)[t] = (v); \
    __syncthreads(); \
    (v) = (s)[((t) + 1) % 64]; \
  } while (0)

__global__ void shift(int *b) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = b[t];
  for (int i = 0; i < 4; i++)
    SHIFT(s, t, v);
  b[t] = v;
}
