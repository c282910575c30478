__global__ void reverse(const float *in, float *out) {
  __shared__ float s[4][32];
  int lane = threadIdx.x % 32, i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x / 32][lane] = in[i];
  __syncwarp();
  out[i] = s[threadIdx.x / 32][31 - lane];
}
