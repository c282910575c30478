// A surface is addressed by byte in the row and by row: 4 bytes for each thread's column.
__global__ void k(cudaSurfaceObject_t s, cudaTextureObject_t t) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float v = tex2D<float>(t, x + 0.5f, y + 0.5f);
    surf2Dwrite(v, s, x * 4, y);
}
