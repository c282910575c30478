// X is int * for both arrays.
template <class X> __device__ int *cells(X x) { __shared__ int data[64]; return data; }

__global__ void turn(int *out) {
  int a[2], b[3];
  cells(a)[threadIdx.x] = threadIdx.x;                // race: 7
  out[threadIdx.x] = cells(b)[(threadIdx.x + 1) % 64];  // race: 6
}

void run(int *out) { turn<<<1, 64>>>(out); }
