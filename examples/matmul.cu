// Tiled matrix product, C = A * B for square matrices whose size is a multiple of the tile.
#include "check.cuh"

#define TILE 16

// Right: one barrier before the tiles are read and one before they are overwritten.
__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n / TILE; k++) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + k * TILE + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(k * TILE + threadIdx.y) * n + col];
    __syncthreads();
    for (int j = 0; j < TILE; j++)
      sum += tileA[threadIdx.y][j] * tileB[j][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// Racy: a fast thread overwrites the tiles of turn k while a slow one still reads them.
__global__ void matmulHasty(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n / TILE; k++) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + k * TILE + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(k * TILE + threadIdx.y) * n + col];
    __syncthreads();
    for (int j = 0; j < TILE; j++)
      sum += tileA[threadIdx.y][j] * tileB[j][threadIdx.x];
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 256;
  float *a, *b, *c;
  CHECK(cudaMalloc(&a, n * n * sizeof(float)));
  CHECK(cudaMalloc(&b, n * n * sizeof(float)));
  CHECK(cudaMalloc(&c, n * n * sizeof(float)));
  dim3 block(TILE, TILE);
  dim3 grid(n / TILE, n / TILE);
  matmul<<<grid, block>>>(a, b, c, n);
  matmulHasty<<<grid, block>>>(a, b, c, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
}
