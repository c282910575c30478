__global__ void down(int *a, int s) {
  int t = threadIdx.x;
  if (t < 64)
    a[t] = a[t + s];
}
void run(int *a, int n) {
  for (int s = 64; s <= 256; s *= 2)
    down<<<1, 128>>>(a, s);
  for (int s = 80; s < n; s++)
    down<<<1, 128>>>(a, s);
}
