__global__ void offsets(const int *keys, int *out) {
  int before = (int)threadIdx.x - 32;
  int lane = before % 32;
  bool isKey = keys[lane + 32] > 1;
  if (__ballot_sync(0xffffffff, isKey) & 2) __syncthreads(); // divergence
  out[blockIdx.x * 64 + threadIdx.x] = isKey;
}
