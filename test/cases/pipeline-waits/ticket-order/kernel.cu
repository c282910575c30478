// Who takes a ticket waits only for those with smaller ones, who have started.
__global__ void chain(int *ticket, int *ready) {
  if (threadIdx.x > 0) return;
  int own = atomicAdd(ticket, 1);
  while (own > 0 && atomicAdd(&ready[own - 1], 0) == 0) { }
  atomicExch(&ready[own], 1);
}
