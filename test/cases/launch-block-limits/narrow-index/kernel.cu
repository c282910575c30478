// An index of 8 bits fits the row in blocks of any width.
__global__ void k(const int *in) {
    __shared__ int rows[2][256];
    rows[1][(unsigned char)threadIdx.x] = in[threadIdx.x]; // race: 4
}
