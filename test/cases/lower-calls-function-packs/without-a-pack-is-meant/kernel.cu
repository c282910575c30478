// For one argument both templates fit, and the one without a pack says more [temp.deduct.partial]: the thread writes its own cell.
template <typename T>
__device__ void mark(T *out) { out[threadIdx.x] = threadIdx.x; }
template <typename T, typename... More>
__device__ void mark(T *out, More... more) { out[0] = threadIdx.x; }

__global__ void marks(int *out) { mark(out); }

int main() {
  int *out;
  cudaMalloc(&out, 256);
  marks<<<1, 64>>>(out);
}
