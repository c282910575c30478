#include <cassert>
// Each block has found a tour of its own length and keeps the shortest, with its number.
__global__ void keep_best(int *best, int *tour, int *lock) {
  int length = 10 + (17 - blockIdx.x * 7) % 5;
  if (length < atomicAdd(best, 0)) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    __threadfence();
    int known = atomicAdd(best, 0);
    assert(length < known);
    atomicExch(best, length);
    atomicExch(tour, (int)blockIdx.x);
    __threadfence();
    atomicExch(lock, 0);
  }
}
void host(int *best, int *tour, int *lock) { keep_best<<<2, 1>>>(best, tour, lock); }
