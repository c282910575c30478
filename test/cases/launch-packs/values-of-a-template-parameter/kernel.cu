template <int N> __global__ void put(int *out) {
  out[threadIdx.x % N] = threadIdx.x;
}
template <int N> void one(int *d) { put<N><<<1, 256>>>(d); }
void run(int *d) { one<256>(d); }
