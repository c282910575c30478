__global__ void k(int *g) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t; // race: 5
  g[t] = ({ int next = s[t + 1]; __syncthreads(); next; });
}
