// X is int for 1 and for a + 1: one array, of which another thread reads.
template <class X> __device__ int *cells(X &&x) { __shared__ int data[64]; return data; }

__global__ void turn(int *out) {
  int a = 1;
  cells(1)[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = cells(a + 1)[(threadIdx.x + 1) % 64];
}

void run(int *out) { turn<<<1, 64>>>(out); }
