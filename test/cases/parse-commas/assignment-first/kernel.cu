// The operands of a comma are effects in order, also where the first one is an assignment.
__global__ void rotate(unsigned *out) {
  unsigned t = threadIdx.x, old;
  unsigned next = 5 + (old = t, t = t * 2, old + t);
  out[blockIdx.x * blockDim.x + (next = next - 5, next) / 3] = t;
}
