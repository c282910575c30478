__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
template <class... T> void all(int *d, T... n) { (put<<<1, 256>>>(d, n), ...); }
void run(int *d) { all(d, 256, 64); }
