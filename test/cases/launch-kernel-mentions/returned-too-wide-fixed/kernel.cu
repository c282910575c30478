// The launch names no kernel: a function of the file returns it.
__global__ void half(float *x) {
  __shared__ float part[64];
  part[threadIdx.x % 64] = threadIdx.x;
  __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x % 64];
}
using Half = void (*)(float *);
Half pick(bool isOn) {
  return isOn ? half : nullptr;
}
void run(float *x, int blocks, bool isOn) {
  auto kernel = pick(isOn);
  kernel<<<blocks, 64>>>(x);
}
