__location__(device) int total;
__location__(global) void count(const int *data) {
  if (data[threadIdx.x] > 0) total += 1; // race: 3
}
