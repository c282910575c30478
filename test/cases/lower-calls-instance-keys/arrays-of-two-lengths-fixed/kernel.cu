// X is int[2] and int[3].
template <class X> __device__ int *cells(X &x) { __shared__ int data[64]; return data; }

__global__ void turn(int *out) {
  int a[2], b[3];
  cells(a)[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = cells(b)[threadIdx.x];
}

void run(int *out) { turn<<<1, 64>>>(out); }
