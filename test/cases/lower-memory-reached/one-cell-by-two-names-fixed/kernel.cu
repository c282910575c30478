struct Pair {
  float *first, *second;
};

__global__ void shift(Pair *pair) {
  float **cells = (float **)pair;
  float x = cells[0][threadIdx.x + 1];
  pair->second[threadIdx.x + 64 * blockIdx.x] = x;
}
