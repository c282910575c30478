// not compiled by nvcc, which refuses such captures in lambdas for the device
template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void total(int n) {
  int last = 0;
  each<<<1, 64>>>(n, [&] __device__(int i) { last = i; });  // race: 9
}
