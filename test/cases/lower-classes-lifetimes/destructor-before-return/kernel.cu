struct Publish {
  int *to;
  int value;
  __device__ ~Publish() { *to = value; }  // race: 4
};
__device__ int pick(int *to, int value) {
  Publish publish{to, value};
  if (value > 5) return value;
  return 0;
}
__global__ void picks(int *out) {
  out[1 + threadIdx.x] = pick(out, threadIdx.x);
}
