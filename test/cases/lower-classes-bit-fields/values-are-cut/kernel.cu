struct Packed {
  unsigned low : 4;
  int rest : 12;
};
__global__ void pack(int *out) {
  Packed packed;
  packed.rest = threadIdx.x - 32;
  packed.low = 99;
  out[packed.rest + 32 + packed.low - 3] = packed.low;
}
