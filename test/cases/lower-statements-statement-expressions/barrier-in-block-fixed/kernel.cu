__global__ void k(int *g) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t;
  g[t] = ({ __syncthreads(); s[(t + 1) % 64]; });
}
