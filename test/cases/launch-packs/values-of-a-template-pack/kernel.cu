template <int N> __global__ void put(int *out) {
  out[threadIdx.x % N] = threadIdx.x;  // race: 2
}
template <int... Ns> void all(int *d) { (put<Ns><<<1, 256>>>(d), ...); }
void run(int *d) { all<64>(d); }
