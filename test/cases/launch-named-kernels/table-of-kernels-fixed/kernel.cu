__global__ void up(int *a) {
  a[threadIdx.x + 1] = a[threadIdx.x + 65];
}
void apply(void (*kernel)(int *), int *a, int threads) {
  kernel<<<1, threads>>>(a);
}
void run(int *a) {
  apply(up, a, 64);
}
