enum class Device { generic, old };

// One warp for each row on old devices, four on others.
constexpr __host__ __device__ int warpsFor(int rows, Device device = Device::generic, bool wide = false) {
  switch (device) {
    case Device::generic: {
      int warps = 4;
      switch (rows) {
        case 1:
        case 2:
          if (wide) warps *= 2;
          break;
        default:
          return 1;
      }
      return warps;
    }
    case Device::old:
      return 1;
  }
  return 0;
}

__global__ void sums(float *out, const float *in) {
  __shared__ float part[32 * warpsFor(1)];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  if (warpsFor(2) > 1) __syncthreads();
  if (t == 0) {
    float sum = 0;
    for (int k = 0; k < 128; k++) sum += part[k];
    out[blockIdx.x] = sum;
  }
}

void run(float *out, const float *in, int n) {
  sums<<<n, 32 * warpsFor(2)>>>(out, in);
}
