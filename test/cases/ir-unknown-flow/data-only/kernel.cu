__device__ char differs(const float *key, int i) { return i == 0 ? 1 : key[i] != key[i - 1]; }

__global__ void heads(float *out, int *boundary, const float *key, int n, int turns) {
  __shared__ char head[64];
  __shared__ float low[64];
  int t = threadIdx.x, i = t;
  char first = 0;
  for (int k = 0; k < turns; k++) {
    if (i < n) first = differs(key, i);
    else first = 0;
    head[t] = first;
    low[t] = cyl_bessel_i0f(out[t]);
    __syncthreads();
    if (t > 0 && head[t] == 1) boundary[k] = i; // race: 14
    i += 64;
    __syncthreads();
  }
  out[t] = low[t];
}
