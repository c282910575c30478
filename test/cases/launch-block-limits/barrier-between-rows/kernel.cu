// That blocks fit the rows does not replace a barrier.
__global__ void k(const float *in, float *out) {
    __shared__ float rows[8][32];
    rows[threadIdx.y][threadIdx.x] = in[blockIdx.x * 256 + threadIdx.y * 32 + threadIdx.x];
    float sum = rows[threadIdx.y][31 - threadIdx.x]; // race: 4
    if (threadIdx.x == 0) out[blockIdx.x * 8 + threadIdx.y] = sum;
}
void launch(const float *in, float *out, int n, int width) { k<<<n, dim3(width, 8)>>>(in, out); }
