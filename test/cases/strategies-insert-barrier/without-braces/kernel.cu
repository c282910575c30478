__global__ void fold(float *data) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = data[t];
  s[t + 64] = data[t + 64];
  __syncthreads();
  for (int k = 64; k > 0; k /= 2)
    if (t < k) s[t] += s[t + k]; // race: 8
  if (t == 0) data[0] = s[0];
}
