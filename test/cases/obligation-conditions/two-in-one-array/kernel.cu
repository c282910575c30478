__global__ void both(float *out, const float *in, int n) {
  extern __shared__ float2 rows[];
  float2 *second = rows + n / 4;
  for (int i = threadIdx.x * 4; i < n; i += blockDim.x * 4) {
    rows[i / 4] = make_float2(in[i], 0);   // race: 6
    second[i / 4] = make_float2(0, in[i]); // race: 5
  }
  __syncthreads();
  for (int i = threadIdx.x * 4; i < n; i += blockDim.x * 4) out[i] = rows[i / 4].x + second[i / 4].y;
}
void run(float *out, const float *in, int n) { both<<<1, 256, n * 4>>>(out, in, n); }
