template <class... Args>
__host__ __device__ constexpr inline void unused(Args &&...) noexcept {}
__device__ int offsetOf(int kind) {
  unused(kind);
  return kind == 2 ? 64 : 0;
}
__global__ void shift(int *data, int n) {
  unused(n, data);
  data[threadIdx.x] = data[threadIdx.x + 1 + offsetOf(3)];  // race: 9
}
void run(int *data) {
  shift<<<1, 64>>>(data, 1);
}
