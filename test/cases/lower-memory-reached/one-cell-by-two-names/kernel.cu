struct Pair {
  float *first, *second;
};

__global__ void shift(Pair *pair) {
  float **cells = (float **)pair;
  float x = cells[1][threadIdx.x + 1];  // race: 8
  pair->second[threadIdx.x] = x;
}
