__global__ void down(int *a, int s) {
  int t = threadIdx.x;
  if (t < 64)
    a[t] = a[t + s]; // race: 4
}
void run(int *a, int n) {
  for (int s = 256; s > 0; s >>= 1)
    down<<<1, 128>>>(a, s);
}
