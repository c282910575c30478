namespace plain { const int stride = 1; }
namespace packed { const int stride = 0; }

__global__ void store(int *out) {
  out[threadIdx.x * plain::stride] = threadIdx.x;
}
