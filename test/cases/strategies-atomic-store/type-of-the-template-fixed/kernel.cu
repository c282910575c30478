template <typename T>
__global__ void last(T *p) {
  p[threadIdx.x * 4] = threadIdx.x;
}

void host(int *p) { last<<<1, 64>>>(p); }
