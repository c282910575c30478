namespace a {
constexpr int step = 1;
}
namespace b {
using a::step;
constexpr int other = 1;
}
namespace c {
using namespace b;
}

__global__ void kernel(int *out) {
    out[threadIdx.x * b::step / 2 + c::other] = threadIdx.x; // race: 13
}
