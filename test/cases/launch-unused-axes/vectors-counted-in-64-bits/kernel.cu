template <class T> struct Pack { static constexpr size_t size = 16 / sizeof(T); };
__global__ void scale(float *out) {
  int at = (blockIdx.x * blockDim.x + threadIdx.x) * Pack<float>::size;
  for (int k = 0; k < 4; k++) out[at + k] = threadIdx.x + k;
}
void run(float *out, int n) { scale<<<n / 1024, 256>>>(out); }
