__global__ void shift(float *x, int off, int least) {
  __shared__ float s[192];
  s[64 + threadIdx.x] = x[threadIdx.x];
  if (off < 64 && off > -64 && off > ~least * 2) x[threadIdx.x] = s[64 + threadIdx.x + off]; // race: 3
}
void host(float *x, int off, int least) { shift<<<1, 64>>>(x, off, least); }
