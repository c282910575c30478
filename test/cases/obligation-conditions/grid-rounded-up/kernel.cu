/** The launch rounds the grid up, and no thread is kept from storing beyond its row. */
__global__ void fillAll(float *out, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * w + x] = x + y; // race: 5
}

void run(float *out, int w, int h) { fillAll<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(out, w); }
