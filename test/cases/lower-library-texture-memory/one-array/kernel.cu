__global__ void k(cudaSurfaceObject_t out, cudaTextureObject_t in, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  surf1Dwrite(tex1D<float>(in, (x + 1) % w), out, x * 4);  // race: 3
}
void host(cudaArray_t a, cudaArray_t b, cudaTextureDesc how) {
  cudaResourceDesc what{};
  cudaSurfaceObject_t surface;
  cudaTextureObject_t texture;
  what.res.array.array = a;
  cudaCreateSurfaceObject(&surface, &what);
  what.res.array.array = a;
  cudaCreateTextureObject(&texture, &what, &how, 0);
  k<<<4, 256>>>(surface, texture, 1024);
}
