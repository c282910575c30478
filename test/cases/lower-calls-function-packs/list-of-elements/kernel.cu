// The array has as many elements as the pack, and the last one says which cell is written.
template <typename... Places>
__device__ int last(Places... places) {
  int all[] = {int(places)...};
  return all[sizeof...(Places) - 1];
}

__global__ void scatter(float *out) {
  out[last(0, 1, threadIdx.x)] = threadIdx.x;
}

int main() {
  float *out;
  cudaMalloc(&out, 256);
  scatter<<<1, 64>>>(out);
}
