__device__ void loadRows(unsigned (&fragment)[4], const void *row) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
               : "r"(at));
}

__global__ void rows(const int4 *in, unsigned *out) {
  __shared__ int4 tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  unsigned fragment[4];
  loadRows(fragment, &tile[threadIdx.x ^ 32]);
  out[threadIdx.x] = fragment[0] ^ fragment[3];
}
