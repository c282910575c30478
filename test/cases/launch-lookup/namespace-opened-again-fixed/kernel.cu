__global__ void fold(int *g) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x;
  __syncthreads();
  g[threadIdx.x] = s[63 - threadIdx.x % 64];
}
namespace small { const int threads = 64; }
namespace large { const int threads = 128; }
namespace small {
void run(int *g) { fold<<<1, threads>>>(g); }
}
using namespace large;
void run(int *g) { fold<<<1, threads / 2>>>(g); }
