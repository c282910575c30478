__global__ void pairs(int *a, int stride) {
  int p = threadIdx.x;
  int low = p & (stride - 1);
  int i = ((p - low) << 1) + low;
  int x = a[i], y = a[i + stride]; // race: 6, 7
  a[i] = x + y; // race: 6
  a[i + stride] = x - y; // race: 7
}
void run(int *a) {
  int n = 1 << 7, m = 1;
  for (; n > 16; n >>= 1, m *= 2) {
    pairs<<<1, 64>>>(a, n / 2);
    if (n == 64) n -= 8;
  }
}
