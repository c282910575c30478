__global__ void shift(int *a, const int *__restrict__ b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
int allocateLike(int **p, int **like);
void run(int *p) {
  int *a = p, *b = p;
  int *c;
  allocateLike(&c, &b);
  shift<<<1, 64>>>(a, b);
}
