namespace plain { const int stride = 1; }
namespace packed { const int stride = 0; }

__global__ void store(int *out) {
  using namespace packed;
  out[threadIdx.x * stride] = threadIdx.x; // race: 6
}
