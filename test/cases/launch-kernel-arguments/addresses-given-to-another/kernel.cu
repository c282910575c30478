__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
void parse(void **values);
void run(int *d) {
  int n = 256;
  void *values[] = {&n};
  parse(values);
  put<<<1, 256>>>(d, n);
}
