// A number is divided step by step, by a literal and by arguments in another order than it is put together.
__global__ void pack(int *out, const int *in, int rows, int heads, int total) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= total || rows <= 0 || heads <= 0) return;
  int lane = x % 32;
  int row = (x / 32) % rows;
  int head = x / rows / 32 % heads;
  int batch = x / (32 * heads * rows);
  out[((batch * heads + head) * rows + row) * 32 + lane] = in[x];
}
