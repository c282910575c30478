__global__ void count(int *sum, int *bits, int mask) {
  int t(threadIdx.x);
  int step(max(t, mask));
  int before(atomicAdd(sum, step));
  int set(__popc(mask &= t));
  bits[t] = set;
  if (t == 0) atomicExch(sum, before);
}

void launch(int *sum, int *bits, int mask) { count<<<1, 64>>>(sum, bits, mask); }
