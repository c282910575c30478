__global__ void shift(float *data) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = data[t]; // race: 7
  bool is = noexcept(__syncthreads());
  (void)is;
  data[t] = tile[(t + 1) % 64];
}
void launch(float *data) { shift<<<1, 64>>>(data); }
