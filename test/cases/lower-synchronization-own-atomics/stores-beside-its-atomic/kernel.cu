__device__ void atomicMax(float *p, float v) {
  if (*p < v) *p = v; // race: 2
  atomicAdd(p + 1, v);
}
__global__ void largest(float *most) {
  atomicMax(most, float(threadIdx.x));
}
void run(float *most) { largest<<<1, 64>>>(most); }
