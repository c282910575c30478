__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
#include <algorithm>
void run(int *d) { put<<<1, 256>>>(d, std::min<unsigned char>(448, 255)); }
