__global__ void zero(int *x) {
  unsigned place = threadIdx.x;
  asm("lop3.b32 %0, %1, %2, %3, 0x3c;" : "=r"(place) : "r"(threadIdx.x), "r"(threadIdx.x), "r"(7));
  x[place] = threadIdx.x; // race: 4
}
