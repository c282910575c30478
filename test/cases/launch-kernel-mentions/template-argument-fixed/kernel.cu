__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
template <void (*F)(int *, int)> void go(int *d) { F<<<1, 256>>>(d, 256); }
void run(int *d) { go<put>(d); }
