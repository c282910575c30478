struct Flags {
  unsigned low : 4, high : 12;
  int count;
};
__global__ void set(Flags *flags) {
  if (threadIdx.x == 0) flags->low = 1;   // race: 7
  if (threadIdx.x == 1) flags->high = 2;  // race: 6
}
