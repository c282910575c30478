#line 77
#if __LINE__ == 77
#define SYNC
#else
#define SYNC __syncthreads();
#endif
__global__ void shift(float *data) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = data[t]; // race: 12
  SYNC
  data[t] = tile[(t + 1) % 64];
}
void launch(float *data) { shift<<<1, 64>>>(data); }
