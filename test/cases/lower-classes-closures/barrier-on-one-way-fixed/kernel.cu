template <class F>
__global__ void some(F f) {
  f();
}
void go() {
  some<<<1, 64>>>([=] __device__() { __syncthreads(); });
}
