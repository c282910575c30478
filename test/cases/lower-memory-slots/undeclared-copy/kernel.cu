// not compiled by nvcc: the header that declares index_t is missing
__global__ void keep(int *out) {
  int t = 0;
  index_t first = t;
  t = threadIdx.x;
  out[first] = t; // race: 6
}
