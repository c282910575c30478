// not compiled by nvcc: the headers of PyTorch are not here
__global__ void add(at::PackedTensorAccessor32<float, 1, at::RestrictPtrTraits> rows, const at::PackedTensorAccessor64<float, 2> weights) {
  int t = threadIdx.x;
  if (t < rows.size(0)) rows[t] = t;
}
