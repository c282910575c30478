struct Flag {
  int set;
  __device__ operator bool() const { __syncthreads(); return set > 0; }
};
__global__ void asked(int *out, int n) {
  Flag flag{n};
  bool set = flag;
  if (threadIdx.x < 16)
    if (set) out[threadIdx.x] = 1;
}
