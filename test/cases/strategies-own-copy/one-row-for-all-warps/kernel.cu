__global__ void reverse(const float *in, float *out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32, i = blockIdx.x * 128 + threadIdx.x;
  s[lane] = in[i]; // race: 4, 6
  __syncwarp();
  out[i] = s[31 - lane]; // race: 4
}
