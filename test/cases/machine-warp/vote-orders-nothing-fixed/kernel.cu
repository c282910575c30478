__global__ void agree(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  int some = __any_sync(0xffffffffu, in[lane] > 0);
  __syncwarp();
  out[lane] = some + s[31 - lane];
}
