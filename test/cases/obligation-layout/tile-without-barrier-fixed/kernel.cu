__global__ void turned(float *c, const float *a, int pitch) {
  __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = a[pitch * ty + tx + 32 * blockIdx.x];
  __syncthreads();
  c[pitch * (32 * blockIdx.y + ty) + tx + 32 * blockIdx.x] = tile[tx][ty];
}
void run(float *c, const float *a) { turned<<<dim3(4, 4), dim3(32, 32)>>>(c, a, 128); }
