__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}

struct Size {
  int n = 128;
  int &m = n;
};
void run(int *d) {
  Size size;
  size.m = 64;
  put<<<1, 128>>>(d, size.n);
}
