template <int HEIGHT, int WIDTH> __device__ void put(float (&cells)[HEIGHT][WIDTH], int cell) { cells[cell / 8][cell % 8] = cell; }

__global__ void kernel(float *out) {
    __shared__ float tile[8][16];
    put(tile, threadIdx.x);
    out[threadIdx.x] = tile[threadIdx.x / 16][threadIdx.x % 16]; // race: 1
}
