__global__ void k(float *out, const unsigned *in) {
  float d[4] = {0, 0, 0, 0};
  if (threadIdx.x < 16)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(in[0]), "r"(in[1]), "r"(in[2]));
  out[threadIdx.x] = d[0];
}
