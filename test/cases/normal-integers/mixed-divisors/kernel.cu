// The last quotient is by half of what the digits before it take, so that two numbers have the same digits.
__global__ void pack(int *out, const int *in, int rows, int heads, int total) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= total || rows <= 0 || heads <= 0) return;
  int lane = x % 32;
  int row = (x / 32) % rows;
  int head = x / rows / 32 % heads;
  int batch = x / (16 * heads * rows);
  out[((batch / 2 * heads + head / 2) * rows + row) * 32 + lane] = in[x];  // race: 9
}
