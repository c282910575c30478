__global__ void sums(float *out, cudaTextureObject_t weights)
{
    __shared__ float part[64];
    part[threadIdx.x] = threadIdx.x;
    if (tex1Dfetch<int>(weights, blockIdx.x) > 0)
        __syncthreads();
    else
        return;
    out[blockIdx.x * 64 + threadIdx.x] = part[63 - threadIdx.x];
}
