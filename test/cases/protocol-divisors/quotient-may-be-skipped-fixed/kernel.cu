__global__ void firstOfRow(int *out, int *count, int width) {
  int t = threadIdx.x;
  bool isFirst = t % width == 0;
  count[t] = isFirst && width != 0 ? t / width : 0;
  out[width == 0 ? 0 : t] = t;
}
