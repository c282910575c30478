__global__ void differ(int *out) {
  __shared__ int s[1];
  int t = threadIdx.x;
  if (t == 0) s[0] = 1;
  __syncwarp();
  int early = s[0];
  __syncwarp();
  if (t == 1) s[0] = 5;
  __syncwarp();
  int late = s[0];
  out[0] = t < 16 ? early : late;  // race: 11
}
