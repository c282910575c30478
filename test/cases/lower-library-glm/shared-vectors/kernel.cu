// not compiled by nvcc: the headers of GLM are not here
__global__ void gather(const glm::vec3 *points, const glm::mat3 *turns, glm::vec<2, float> *out) {
  __shared__ glm::vec4 turned[64];
  int t = threadIdx.x;
  glm::vec3 p = turns[t] * points[t] + glm::vec3(1.0f);
  turned[t] = glm::vec4(p, glm::dot(p, p)); // race: 7
  glm::vec4 other = turned[63 - t];
  out[t] = glm::vec2(other.x, other.w);
}
