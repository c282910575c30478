template <class F>
__global__ void map(float *to, F f) {
  to[threadIdx.x] = f(threadIdx.x + 1);  // race: 6
}
void run(float *x) {
  map<<<1, 64>>>(x, [=] __device__(int i) { return x[i]; });  // race: 3
}
