// The storage of a scan shares its memory with an array of the kernel.
#include <cub/cub.cuh>
__global__ void storages_in_a_union(const int *in, int *out) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ union {
    typename Scan::TempStorage scan;
    int rows[128];
  } shared;
  int place;
  Scan(shared.scan).ExclusiveSum(in[threadIdx.x], place);
  __syncthreads();
  shared.rows[threadIdx.x] = place;
  __syncthreads();
  out[threadIdx.x] = shared.rows[127 - threadIdx.x];
}

void host(const int *in, int *out) { storages_in_a_union<<<1, 128>>>(in, out); }
