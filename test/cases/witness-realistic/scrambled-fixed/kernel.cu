__global__ void insert(unsigned *slots, unsigned seed) {
  unsigned key = (threadIdx.x + seed) * 2654435761u;
  atomicExch(&slots[key >> 28], key);
}

void launch(unsigned *slots, unsigned seed) { insert<<<1, 256>>>(slots, seed); }
