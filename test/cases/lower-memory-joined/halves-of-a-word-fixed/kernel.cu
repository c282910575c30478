__global__ void mark(int *out)
{
    unsigned word = 0;
    unsigned short *halves = (unsigned short *)&word;
    halves[0] = threadIdx.x;
    halves[1] = 0;
    out[word] = threadIdx.x;
}
