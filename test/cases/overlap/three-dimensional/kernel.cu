__global__ void cube(int *out) {
  __shared__ int s[4][4][4];
  s[threadIdx.z][threadIdx.y][threadIdx.x] = threadIdx.x;
  out[threadIdx.z * 16 + threadIdx.y * 4 + threadIdx.x] = s[threadIdx.x][threadIdx.z][threadIdx.y]; // race: 3
}
