__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
template <void (*F)(int *, int)> struct Runner {
  static void go(int *d) { F<<<1, 256>>>(d, 64); }
};
void run(int *d) {
  Runner<put>::go(d);
  put<<<1, 256>>>(d, 256);
}
