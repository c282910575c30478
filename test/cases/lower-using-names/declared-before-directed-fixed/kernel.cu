namespace a {
struct Cell { int value[2]; };
}
namespace b {
using namespace a;
struct Cell { int value[2]; };
}

__global__ void kernel(int *out) {
    out[threadIdx.x * (sizeof(b::Cell) / 4) / 2] = threadIdx.x;
}
