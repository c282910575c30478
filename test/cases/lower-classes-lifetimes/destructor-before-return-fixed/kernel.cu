struct Publish {
  int *to;
  int value;
  __device__ ~Publish() { *to = value; }
};
__device__ int pick(int *to, int value) {
  Publish publish{to, value};
  if (value > 5) return value;
  return 0;
}
__global__ void picks(int *out, int *all) {
  out[threadIdx.x] = pick(all + threadIdx.x, threadIdx.x);
}
