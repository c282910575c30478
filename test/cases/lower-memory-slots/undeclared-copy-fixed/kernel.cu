// not compiled by nvcc: the header that declares index_t is missing
__global__ void keep(int *out) {
  int t = threadIdx.x;
  index_t first = t;
  t = 0;
  out[first] = t;
}
