__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
namespace own { int min(int a, int b); }
void run(int *d) { put<<<1, 256>>>(d, own::min(256, 512)); }
