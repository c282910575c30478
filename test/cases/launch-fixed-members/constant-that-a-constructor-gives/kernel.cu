__global__ void rows(int *a, int width) {
  int t = threadIdx.x;
  for (int k = 0; k < 5; k++) a[t * width + k] = k; // race: 3
}
class Limits {
 public:
  const int width = 5;
  Limits() {}
  Limits(int w) : width(w) {}
};
Limits limits(4);
void run(int *a) {
  rows<<<1, 64>>>(a, limits.width);
}
