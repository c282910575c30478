// An index of 8 bits is the thread's own in blocks of no more than 256 threads.
__global__ void __launch_bounds__(256) k(const int *in) {
    __shared__ int rows[2][256];
    rows[1][(unsigned char)threadIdx.x] = in[threadIdx.x];
}
void launch(const int *in, int n) { k<<<1, n>>>(in); }
