struct Flag {
  int set;
  __device__ operator bool() const { __syncthreads(); return set > 0; }  // divergence
};
__global__ void asked(int *out, int n) {
  Flag flag{n};
  if (threadIdx.x < 16)
    if (flag) out[threadIdx.x] = 1;
}
