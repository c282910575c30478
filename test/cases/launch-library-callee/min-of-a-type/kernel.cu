__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
#include <algorithm>
void run(int *d) { put<<<1, 256>>>(d, std::min<int>(448, 256)); }
