__global__ void half(unsigned *out) {
  __shared__ unsigned tile[160];
  unsigned lane = threadIdx.x;
  unsigned a, b;
  tile[lane] = lane;
  __syncwarp();
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"((unsigned)__cvta_generic_to_shared(&tile[4 * lane])));
  if (lane >= 16) tile[44 + lane] = lane; // race: 7
  out[lane] = a + b;
}
