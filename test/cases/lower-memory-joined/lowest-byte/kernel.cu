__global__ void spread(int *out)
{
    unsigned word = threadIdx.x * 4u;
    const unsigned char *bytes = (const unsigned char *)&word;
    out[bytes[0]] = threadIdx.x; // race: 5
}
