// Only threads that fit the row store to it: nothing says that blocks are no wider.
__global__ void k(const int *in, int *out) {
    __shared__ int rows[2][32];
    int x = threadIdx.x;
    if (x < 32) rows[threadIdx.y][x] = in[x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.y * 32 + threadIdx.x] = rows[threadIdx.y][threadIdx.x % 32] + threadIdx.y; // race: 7
}
void launch(const int *in, int *out, int n, int width) { k<<<n, dim3(width, 2)>>>(in, out); }
