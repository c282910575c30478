__global__ void step(float *a, int d) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  if (t >= d) s[t] += s[t - d]; // race: 6
  __syncthreads();
  a[t] = s[t];
}
void host(float *a, int d) { step<<<1, 256>>>(a, d); }
