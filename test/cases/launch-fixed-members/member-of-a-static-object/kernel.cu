__global__ void rows(int *a, int width) {
  int t = threadIdx.x;
  for (int k = 0; k < 5; k++) a[t * width + k] = k;
}
struct Limits {
  int width = 5;
  Limits() {}
};
static Limits limits;
void run(int *a) {
  rows<<<1, 64>>>(a, limits.width);
}
