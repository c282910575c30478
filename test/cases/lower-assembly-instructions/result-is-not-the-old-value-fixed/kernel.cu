__global__ void zero(int *x) {
  unsigned place = 0;
  asm("lop3.b32 %0, %1, %2, %3, 0x3c;" : "=r"(place) : "r"(threadIdx.x), "r"(0), "r"(7));
  x[place] = threadIdx.x;
}
