template <class T> struct Row {
  T *cells;
  __device__ Row() {
    __shared__ T kept[64];
    cells = kept;
  }
  __device__ T turned(T value) {
    cells[threadIdx.x] = value;  // race: 10
    __syncthreads();
    return cells[63 - threadIdx.x];  // race: 8
  }
};
__global__ void turn(int *a, int *b) {
  a[threadIdx.x] = Row<int>().turned(a[threadIdx.x]);
  b[threadIdx.x] = Row<int>().turned(b[threadIdx.x]);
}
