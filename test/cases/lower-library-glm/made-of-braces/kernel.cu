// not compiled by nvcc: GLM is not installed
#include <glm/glm.hpp>

__global__ void kernel(float *out, const float *in) {
    glm::vec<2, double> wide(in[0], in[1]);
    glm::fvec2 sum = wide;
    sum += glm::vec2({in[2], in[3]});
    out[threadIdx.x / 2] = sum.x + threadIdx.x; // race: 8
}
