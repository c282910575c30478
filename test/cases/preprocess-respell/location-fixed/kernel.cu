__location__(device) int total;
__location__(global) void count(const int *data) {
  if (data[threadIdx.x] > 0) atomicAdd(&total, 1);
}
