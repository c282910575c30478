// not compiled by nvcc: the headers of GLM are not here
__global__ void store(float *out) {
  glm::vec3 *to = reinterpret_cast<glm::vec3 *>(out + 2 * threadIdx.x);
  *to = glm::vec3(float(threadIdx.x)); // race: 4
}
