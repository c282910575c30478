// Behind the cells of all blocks, the last of which may be part of one, begins the second half.
__global__ void k(float *most, const float *in, int n) {
    int first = blockIdx.x * 256;
    int cells = (n + 255) / 256;
    if (threadIdx.x == 0 && first < n) {
        most[first / 256] = in[first];
        most[cells + first / 256] = -in[first];
    }
}
void launch(float *most, const float *in, int n) { k<<<(n + 255) / 256, 64>>>(most, in, n); }
