// not compiled by nvcc: the headers of PyTorch are not here
__global__ void scale(at::PackedTensorAccessor32<float, 2> rows) {
  rows[threadIdx.x][1] = 0;
  rows[threadIdx.x][2] = 1;
}
