__global__ void rows(int *a, int width) {
  int t = threadIdx.x;
  for (int k = 0; k < 5; k++) a[t * width + k] = k;
}
class Limits {
 public:
  const int width = 5;
  int seen = 0;
  Limits() { seen = 1; }
  int next() { seen++; return seen; }
};
Limits limits;
void run(int *a) {
  limits.next();
  rows<<<1, 64>>>(a, limits.width);
}
