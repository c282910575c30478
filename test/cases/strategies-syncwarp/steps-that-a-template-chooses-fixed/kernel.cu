template <int size>
__device__ void least(volatile float *s, int t) {
  if (size >= 64) s[t] = fminf(s[t], s[t + 32]);
  if (size >= 32) {
    __syncwarp();
    float v = s[t + 16];
    __syncwarp();
    s[t] = fminf(s[t], v);
  }
  if (size >= 16) {
    __syncwarp();
    float v = s[t + 8];
    __syncwarp();
    s[t] = fminf(s[t], v);
  }
}
template <int size>
__global__ void k(float *out, const float *in) {
  __shared__ float s[96];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) s[t + 64] = 0;
  __syncthreads();
  if (t < 32) least<size>(s, t);
  if (t == 0) out[0] = s[0];
}
void run(float *out, const float *in) { k<64><<<1, 64>>>(out, in); }
