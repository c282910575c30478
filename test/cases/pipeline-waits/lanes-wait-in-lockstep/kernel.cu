// The lane that has the lock waits, in lockstep, for the lanes that look at it.
__global__ void add(int *lock, int *value) {
  while (atomicCAS(lock, 0, 1) != 0) { }
  atomicAdd(value, 1);
  atomicExch(lock, 0);
}
