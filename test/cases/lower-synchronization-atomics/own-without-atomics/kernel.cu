__device__ short atomicAdd(short *place, short value) {
  short not_atomic = *place;  // race: 3
  *place = not_atomic + value;  // race: 2, 3
  return not_atomic;
}

__global__ void kernel(short *sum) {
  atomicAdd(sum, (short)threadIdx.x);
}
