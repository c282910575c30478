__global__ void fill(float *out) {
  int t = threadIdx.x;
  if (t < 32) *reinterpret_cast<float4 *>(out + t * 4) = make_float4(t, 1, 2, 3); // race: 4
  else out[(t - 31) * 4 + 1] = t; // race: 3
}
void run(float *out) { fill<<<1, 48>>>(out); }
