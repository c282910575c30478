__global__ void fill(float **rows) {
  rows[blockIdx.x][threadIdx.x] = blockIdx.x;
}

void run(float **rows) {
  fill<<<2, 64>>>(rows);
}
