struct Handle {
  int *data;
  __device__ Handle(int *from);
};
__global__ void hand(int *out) {
  __shared__ int cells[64];
  Handle handle(cells);
  out[threadIdx.x] = cells[threadIdx.x];
}
