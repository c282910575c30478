template <int bytes>
__device__ void copyWhole(void *to, const void *from)
{
    for (int k = 0; k < bytes / 8; k++) ((int2 *)to)[k] = ((const int2 *)from)[k]; // race: 4
}

__global__ void publish(float *out, const float *in, int scale)
{
    float2 pair = make_float2(in[threadIdx.x], in[threadIdx.x] + 1.0f);
    pair.x *= scale;
    copyWhole<8>(out + 2 * (threadIdx.x / 2), &pair);
}
