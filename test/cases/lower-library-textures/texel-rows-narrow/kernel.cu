__global__ void copy(float *out, cudaTextureObject_t picture, int width, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width)
        out[y * pitch + x] = tex2D<float>(picture, x + 0.5f, y + 0.5f); // race: 6
}
