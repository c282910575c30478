template <class F>
__global__ void some(F f) {
  if (threadIdx.x < 3) f();
}
void go() {
  some<<<1, 64>>>([=] __device__() { __syncthreads(); });  // divergence
}
