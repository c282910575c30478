struct Scale {
  float *last;
  __device__ float of(float x) { return x; }
  __device__ float of(float x) const {
    *last = x;
    return x;
  }
};

__global__ void kernel(float *out, const Scale scale) {
  auto &same = scale;
  out[threadIdx.x] = same.of(out[threadIdx.x]);
}
