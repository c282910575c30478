template <int WIDTH, int HEIGHT> __device__ void put(float cells[HEIGHT][WIDTH], int y, int x) { cells[y][x] = y; }

__global__ void kernel(float *out) {
    __shared__ float tile[8][16];
    put<16, 8>(tile, threadIdx.y, threadIdx.x);
    __syncthreads();
    put<16, 8>(tile, 7 - threadIdx.y, threadIdx.x);
    out[threadIdx.y * 16 + threadIdx.x] = tile[7 - threadIdx.y][threadIdx.x];
}
