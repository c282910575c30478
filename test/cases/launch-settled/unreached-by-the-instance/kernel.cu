template <int KIND>
__global__ void mark(float *x) {
  __shared__ float part[64];
  int t = threadIdx.x;
  part[t % 64] = t; // race: 5
  __syncthreads();
  x[blockIdx.x * blockDim.x + t] = part[t % 64] + KIND;
}
template <int KIND>
void run(float *x, int blocks) {
  if (KIND >= 2 || (KIND >= 1 && KIND != 1))
    mark<KIND><<<blocks, 128>>>(x);
  else
    mark<KIND><<<blocks, 64>>>(x);
  if (KIND >= 1 && blocks > 1000)
    mark<KIND><<<1, 128>>>(x);
}
template void run<1>(float *, int);
