__global__ void k(cudaSurfaceObject_t voxels, const float *in, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= w || y >= h || z >= d) return;
  surf3Dwrite(in[x] + y, voxels, x * 4, y, z);
}
void run(cudaSurfaceObject_t voxels, const float *in, int w, int h, int d, int size) {
  dim3 block(size, size, 1), grid((w + size - 1) / size, (h + size - 1) / size, d);
  k<<<grid, block>>>(voxels, in, w, h, d);
}
