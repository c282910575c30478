struct Shape {
  static constexpr unsigned rank = 4;
};

__global__ void shift(float *data) {
  __shared__ float tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  if (Shape::rank - 5 > 0x10) __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

void host(float *data) { shift<<<1, 64>>>(data); }
